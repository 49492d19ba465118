/** What the HTTP server counts and shows under /metrics. */
@NullMarked
package dev.evolve.app.serving.metrics;

import org.jspecify.annotations.NullMarked;
