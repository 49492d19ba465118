package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.RequestReader;
import dev.evolve.app.serving.engine.CompletionEngine;
import dev.evolve.app.serving.metrics.ServingMetrics;
import dev.evolve.loop.port.IdSource;
import java.time.InstantSource;

/**
 * What the connections of a server share.
 *
 * @param engine generates
 * @param reader reads requests
 * @param metrics counts
 * @param limits bounds
 * @param state knows what is under way
 * @param ids names requests
 * @param clock dates answers
 */
record ServerParts(
    CompletionEngine engine,
    RequestReader reader,
    ServingMetrics metrics,
    ServerLimits limits,
    ServerState state,
    IdSource ids,
    InstantSource clock) {}
