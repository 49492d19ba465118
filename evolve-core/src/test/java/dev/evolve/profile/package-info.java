@NullMarked
package dev.evolve.profile;

import org.jspecify.annotations.NullMarked;
