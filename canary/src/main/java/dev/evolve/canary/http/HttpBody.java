package dev.evolve.canary.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** The body of a message that is being read, by its framing. */
public final class HttpBody {

  private enum Framing {
    LENGTH,
    CHUNKED,
    UNTIL_CLOSE
  }

  private static final long NOT_STARTED = -1;

  private final HttpConnection connection;
  private final Framing framing;
  private final HttpLimits limits;
  private final long limit;
  private long left;
  private long total;
  private boolean ended;

  private HttpBody(
      HttpConnection connection, Framing framing, long left, HttpLimits limits, long limit) {
    this.connection = connection;
    this.framing = framing;
    this.left = left;
    this.limits = limits;
    this.limit = limit;
    this.ended = framing == Framing.LENGTH && left == 0;
  }

  /** The body that follows the head of a request. */
  static HttpBody ofRequest(HttpConnection connection, HttpHead head, HttpLimits limits)
      throws HttpException {
    if (isChunked(head)) {
      return new HttpBody(
          connection, Framing.CHUNKED, NOT_STARTED, limits, limits.requestBodyBytes());
    }
    long length = contentLength(head);
    return fixed(connection, Math.max(0, length), limits, limits.requestBodyBytes());
  }

  /** The body that follows the head of a response. */
  static HttpBody ofResponse(
      HttpConnection connection, HttpHead head, int status, String method, HttpLimits limits)
      throws HttpException {
    boolean none = method.equals("HEAD") || status == 204 || status == 304;
    if (none) {
      return fixed(connection, 0, limits, 0);
    }
    if (isChunked(head)) {
      return new HttpBody(
          connection, Framing.CHUNKED, NOT_STARTED, limits, limits.responseBodyBytes());
    }
    long length = contentLength(head);
    if (length >= 0) {
      return fixed(connection, length, limits, limits.responseBodyBytes());
    }
    return new HttpBody(
        connection, Framing.UNTIL_CLOSE, NOT_STARTED, limits, limits.responseBodyBytes());
  }

  private static HttpBody fixed(
      HttpConnection connection, long length, HttpLimits limits, long limit) throws HttpException {
    if (length > limit) {
      throw new HttpException(413, "a body of " + length + " bytes, more than " + limit);
    }
    return new HttpBody(connection, Framing.LENGTH, length, limits, limit);
  }

  private static boolean isChunked(HttpHead head) throws HttpException {
    List<String> codings = head.all("Transfer-Encoding");
    if (codings.isEmpty()) {
      return false;
    }
    if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
      throw new HttpException(501, "a transfer coding other than chunked");
    }
    // A length beside a coding is how requests are smuggled past a proxy.
    if (!head.all("Content-Length").isEmpty()) {
      throw new HttpException(400, "a length beside a transfer coding");
    }
    return true;
  }

  private static long contentLength(HttpHead head) throws HttpException {
    List<String> lengths = head.all("Content-Length");
    if (lengths.isEmpty()) {
      return -1;
    }
    String value = lengths.getFirst();
    boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (lengths.size() > 1 || !digits || value.length() > 18) {
      throw new HttpException(400, "not one proper length");
    }
    return Long.parseLong(value);
  }

  /** Its length if the head told it, otherwise -1. */
  public long declaredLength() {
    return framing == Framing.LENGTH ? total + left : -1;
  }

  /** Whether the connection stays usable after this body. */
  boolean leavesConnectionOpen() {
    return ended && framing != Framing.UNTIL_CLOSE;
  }

  /** Whether all of it has been read. */
  public boolean isEnded() {
    return ended;
  }

  /**
   * Reads some of it.
   *
   * @return how many bytes; -1 at its end
   */
  public int read(byte[] target) throws IOException {
    if (ended) {
      return -1;
    }
    int read =
        switch (framing) {
          case LENGTH -> readFixed(target);
          case CHUNKED -> readChunked(target);
          case UNTIL_CLOSE -> connection.read(target, target.length);
        };
    if (read < 0) {
      ended = true;
      return -1;
    }
    total += read;
    if (total > limit) {
      throw new HttpException(413, "a body of more than " + limit + " bytes");
    }
    return read;
  }

  private int readFixed(byte[] target) throws IOException {
    int read = readSome(target);
    ended = left == 0;
    return read;
  }

  private int readChunked(byte[] target) throws IOException {
    if (left <= 0) {
      if (left == 0) {
        expectEmptyLine();
      }
      left = chunkSize(connection.readLine(limits.headBytes()));
      if (left == 0) {
        skipTrailers();
        return -1;
      }
    }
    return readSome(target);
  }

  private int readSome(byte[] target) throws IOException {
    int read = connection.read(target, (int) Math.min(left, target.length));
    if (read < 0) {
      throw new HttpException(400, "the body ended " + left + " bytes too early");
    }
    left -= read;
    return read;
  }

  private void expectEmptyLine() throws IOException {
    if (!connection.readLine(limits.headBytes()).isEmpty()) {
      throw new HttpException(400, "a chunk is longer than its size");
    }
  }

  private static long chunkSize(String line) throws HttpException {
    int semicolon = line.indexOf(';');
    String size = (semicolon < 0 ? line : line.substring(0, semicolon)).strip();
    boolean hexadecimal =
        !size.isEmpty() && size.chars().allMatch(c -> Character.digit(c, 16) >= 0 && c < 0x80);
    if (!hexadecimal || size.length() > 8) {
      throw new HttpException(400, "not the size of a chunk");
    }
    return Long.parseLong(size, 16);
  }

  private void skipTrailers() throws IOException {
    for (int i = 0; i <= limits.headers(); i++) {
      if (connection.readLine(limits.headBytes()).isEmpty()) {
        return;
      }
    }
    throw new HttpException(431, "more than " + limits.headers() + " trailers");
  }

  /** Reads the rest of it into memory. */
  byte[] readAll() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int read = read(buffer); read >= 0; read = read(buffer)) {
      bytes.write(buffer, 0, read);
    }
    return bytes.toByteArray();
  }
}
