package dev.evolve.app.serving.http;

import io.netty.handler.codec.http.HttpHeaders;

/**
 * A request that was read to its end.
 *
 * @param line its first line
 * @param headers its headers
 * @param body its body, perhaps empty
 */
record ReceivedRequest(Line line, HttpHeaders headers, byte[] body) {

  /**
   * The first line of a request.
   *
   * @param method such as {@code GET}
   * @param path path without its query
   * @param keepsAlive whether the connection stays open after the answer
   * @param isChunkable whether the client understands chunks, which those of HTTP/1.0 do not
   */
  record Line(String method, String path, boolean keepsAlive, boolean isChunkable) {

    /** Stands for a request whose first line was not understood. */
    static final Line UNREADABLE = new Line("-", "-", false, true);

    boolean isHead() {
      return method.equals("HEAD");
    }
  }
}
