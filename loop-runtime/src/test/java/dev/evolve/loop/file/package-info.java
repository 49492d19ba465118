@NullMarked
package dev.evolve.loop.file;

import org.jspecify.annotations.NullMarked;
