@NullMarked
package dev.evolve.app.profiles;

import org.jspecify.annotations.NullMarked;
