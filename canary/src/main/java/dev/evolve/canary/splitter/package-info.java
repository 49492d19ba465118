/** A weighted reverse proxy in front of two services, and what it saw of each. */
@NullMarked
package dev.evolve.canary.splitter;

import org.jspecify.annotations.NullMarked;
