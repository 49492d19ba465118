@NullMarked
package dev.evolve.serving.kv;

import org.jspecify.annotations.NullMarked;
