@NullMarked
package dev.evolve.serving.schedule;

import org.jspecify.annotations.NullMarked;
