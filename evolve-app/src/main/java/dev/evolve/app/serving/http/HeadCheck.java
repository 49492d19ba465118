package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.ApiError;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Judges a request by its head, before its body is read. */
final class HeadCheck {

  private final int bodyBytes;

  HeadCheck(int bodyBytes) {
    this.bodyBytes = bodyBytes;
  }

  /** Why a request that is well framed is refused, or null. */
  @Nullable ApiError judge(HttpRequest head, String path) {
    ApiError error = target(head, path);
    if (error == null && head.method().name().equals("POST")) {
      error = body(head);
    }
    return error == null ? length(head) : error;
  }

  /** What to answer to a request that could not be decoded. */
  static ApiError undecodable(@Nullable Throwable cause) {
    return switch (cause) {
      case TooLongHttpLineException e ->
          ApiError.caller(414, "uri_too_long", "the request line is too long: " + e.getMessage());
      case TooLongHttpHeaderException e ->
          ApiError.caller(431, "headers_too_large", "the headers are too large: " + e.getMessage());
      case null -> malformed("");
      default -> malformed(": " + cause.getMessage());
    };
  }

  private static ApiError malformed(String why) {
    return ApiError.caller(400, "malformed_request", "not a well-formed HTTP request" + why);
  }

  /** A body that is larger than the limit. */
  ApiError tooLarge() {
    return ApiError.caller(
        413, "body_too_large", "the body may have at most " + bodyBytes + " bytes");
  }

  /** Why nothing that the connection brings after this head can be trusted, or null. */
  static @Nullable ApiError framing(HttpRequest head) {
    HttpHeaders headers = head.headers();
    if (head.protocolVersion().majorVersion() != 1) {
      return ApiError.caller(505, "http_version", "only HTTP/1.0 and HTTP/1.1 are spoken here");
    }
    if (head.protocolVersion().equals(HttpVersion.HTTP_1_1)
        && headers.getAll(HttpHeaderNames.HOST).size() != 1) {
      return malformed(": HTTP/1.1 wants exactly one Host header");
    }
    if (HttpUtil.isTransferEncodingChunked(head)
        && !"chunked".equalsIgnoreCase(headers.get(HttpHeaderNames.TRANSFER_ENCODING))) {
      return malformed(": the only transfer coding understood here is chunked");
    }
    return null;
  }

  private static @Nullable ApiError target(HttpRequest head, String path) {
    Route route = Route.of(path);
    if (route == null) {
      return ApiError.caller(
          404, "not_found", "nothing is served under this path; there are " + Route.all());
    }
    if (!route.takes(head.method().name())) {
      return ApiError.caller(
          405,
          "method_not_allowed",
          "%s takes %s, not %s".formatted(path, route.allowed(), head.method().name()));
    }
    return null;
  }

  private static @Nullable ApiError body(HttpRequest head) {
    HttpHeaders headers = head.headers();
    if (!headers.contains(HttpHeaderNames.CONTENT_LENGTH)
        && !HttpUtil.isTransferEncodingChunked(head)) {
      return ApiError.caller(
          411, "length_required", "a request with a body needs Content-Length or chunks");
    }
    String type = headers.get(HttpHeaderNames.CONTENT_TYPE, "");
    String media = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    if (!media.equals("application/json")) {
      return ApiError.caller(
          415,
          "unsupported_media_type",
          "Content-Type must be application/json, found " + (type.isEmpty() ? "none" : type));
    }
    String coding = headers.get(HttpHeaderNames.CONTENT_ENCODING, "identity");
    return coding.equalsIgnoreCase("identity")
        ? null
        : ApiError.caller(
            415, "unsupported_encoding", "send the body as it is, not encoded as " + coding);
  }

  private @Nullable ApiError length(HttpRequest head) {
    if (HttpUtil.getContentLength(head, 0L) > bodyBytes) {
      return tooLarge();
    }
    String expectation = head.headers().get(HttpHeaderNames.EXPECT);
    return expectation == null || expectation.equalsIgnoreCase("100-continue")
        ? null
        : ApiError.caller(
            417, "expectation_failed", "the only expectation met here is 100-continue");
  }
}
