/** Domain events: the record of everything that happened to a campaign and its proposals. */
@NullMarked
package dev.evolve.event;

import org.jspecify.annotations.NullMarked;
