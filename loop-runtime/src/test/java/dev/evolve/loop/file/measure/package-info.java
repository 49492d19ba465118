@NullMarked
package dev.evolve.loop.file.measure;

import org.jspecify.annotations.NullMarked;
