package dev.evolve.canary.http;

import dev.evolve.canary.http.HttpHead.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A request with its whole body.
 *
 * @param method the method
 * @param target path and query
 * @param headers in order, without those of one connection
 * @param body its body, empty for none; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // Bodies are passed on, never compared or kept.
public record HttpRequest(String method, String target, List<Header> headers, byte[] body) {

  private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS");

  public HttpRequest {
    headers = List.copyOf(headers);
  }

  /** A request without headers of its own. */
  public static HttpRequest of(String method, String target, byte[] body) {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Host", "localhost"));
    if (body.length > 0) {
      headers.add(new Header("Content-Type", "application/json"));
    }
    return new HttpRequest(method, target, headers, body);
  }

  /** Whether sending it twice does what sending it once does. */
  public boolean isIdempotent() {
    return IDEMPOTENT.contains(method);
  }

  HttpHead head() {
    List<Header> all = new ArrayList<>(headers);
    if (body.length > 0 || !isIdempotent()) {
      all.add(new Header("Content-Length", Integer.toString(body.length)));
    }
    return new HttpHead(method + " " + target + " HTTP/1.1", all);
  }
}
