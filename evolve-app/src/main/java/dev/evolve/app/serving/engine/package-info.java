/** The port behind the HTTP server: what generates tokens, whatever it runs on. */
@NullMarked
package dev.evolve.app.serving.engine;

import org.jspecify.annotations.NullMarked;
