package dev.evolve.canary.http;

/**
 * How much of a message is read before it is refused.
 *
 * @param headBytes start line and headers together
 * @param headers number of headers
 * @param requestBodyBytes body of a request, which is kept in memory
 * @param responseBodyBytes body of a response
 */
public record HttpLimits(int headBytes, int headers, int requestBodyBytes, long responseBodyBytes) {

  /** 16 KiB and 100 headers, requests of 1 MiB, responses of 64 MiB. */
  public static HttpLimits standard() {
    return new HttpLimits(16 * 1024, 100, 1024 * 1024, 64L * 1024 * 1024);
  }

  public HttpLimits {
    if (headBytes < 64 || headers < 1 || requestBodyBytes < 0 || responseBodyBytes < 0) {
      throw new IllegalArgumentException(
          "limits must be positive: head %d, headers %d, request %d, response %d"
              .formatted(headBytes, headers, requestBodyBytes, responseBodyBytes));
    }
  }
}
