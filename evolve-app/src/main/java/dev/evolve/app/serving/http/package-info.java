/** The server: sockets, HTTP hygiene, routes, streams and the way down. */
@NullMarked
package dev.evolve.app.serving.http;

import org.jspecify.annotations.NullMarked;
