@NullMarked
package dev.evolve.app.cli;

import org.jspecify.annotations.NullMarked;
