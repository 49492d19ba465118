/** How fast the database of tuning profiles answers. */
@NullMarked
package dev.evolve.app.bench.profiles;

import org.jspecify.annotations.NullMarked;
