@NullMarked
package dev.evolve.app.serving.api;

import org.jspecify.annotations.NullMarked;
