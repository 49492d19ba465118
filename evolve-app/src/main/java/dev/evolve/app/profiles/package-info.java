/** The database of tuning profiles in the service: what follows the log, and commands on it. */
@NullMarked
package dev.evolve.app.profiles;

import org.jspecify.annotations.NullMarked;
