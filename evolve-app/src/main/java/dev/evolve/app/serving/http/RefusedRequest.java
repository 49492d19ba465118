package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.ApiError;

/**
 * A request that was refused before it was read to its end; its connection ends with the answer.
 *
 * @param line its first line, as far as it was understood
 * @param error the answer
 */
record RefusedRequest(ReceivedRequest.Line line, ApiError error) {}
