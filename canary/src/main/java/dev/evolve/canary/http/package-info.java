/** The little of HTTP/1.1 that a splitter needs: strict reading, limits, a pool of connections. */
@NullMarked
package dev.evolve.canary.http;

import org.jspecify.annotations.NullMarked;
