@NullMarked
package dev.evolve.app.serving;

import org.jspecify.annotations.NullMarked;
