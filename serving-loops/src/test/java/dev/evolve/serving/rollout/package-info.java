@NullMarked
package dev.evolve.serving.rollout;

import org.jspecify.annotations.NullMarked;
