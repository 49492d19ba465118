package dev.evolve.canary.http;

/**
 * A response with its whole body.
 *
 * @param head status line and headers
 * @param status its status
 * @param body its body; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Bodies are passed on, never compared or kept.
public record HttpResponse(HttpHead head, int status, byte[] body) {}
