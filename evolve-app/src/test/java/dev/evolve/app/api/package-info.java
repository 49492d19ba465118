@NullMarked
package dev.evolve.app.api;

import org.jspecify.annotations.NullMarked;
