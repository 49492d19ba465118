package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.CompletionRequest.Dialect;
import org.jspecify.annotations.Nullable;

/** The paths that are served, each with its method. */
enum Route {
  COMPLETIONS("POST", "/v1/completions", Dialect.TEXT),
  CHAT("POST", "/v1/chat/completions", Dialect.CHAT),
  MODELS("GET", "/v1/models", null),
  MODEL("GET", "/v1/models/", null),
  HEALTH("GET", "/healthz", null),
  METRICS("GET", "/metrics", null);

  private final String method;
  private final String path;
  private final @Nullable Dialect dialect;

  Route(String method, String path, @Nullable Dialect dialect) {
    this.method = method;
    this.path = path;
    this.dialect = dialect;
  }

  /** The route of a path, or null. */
  static @Nullable Route of(String path) {
    for (Route route : values()) {
      if (route == MODEL
          ? path.startsWith(MODEL.path) && path.length() > MODEL.path.length()
          : path.equals(route.path)) {
        return route;
      }
    }
    return null;
  }

  /** Name of a path for a meter: there are few of them, whatever clients send. */
  static String label(String path) {
    Route route = of(path);
    return route == null ? "other" : route == MODEL ? MODEL.path + "{id}" : route.path;
  }

  /** Shape of the answers if this is a completion. */
  @Nullable Dialect dialect() {
    return dialect;
  }

  boolean takes(String wanted) {
    return method.equals(wanted) || (method.equals("GET") && wanted.equals("HEAD"));
  }

  /** Value of the header Allow. */
  String allowed() {
    return method.equals("GET") ? "GET, HEAD" : method;
  }

  /** What follows the path of {@link #MODEL}. */
  static String modelId(String path) {
    return path.substring(MODEL.path.length());
  }

  /** Every path, for people. */
  static String all() {
    return "/v1/completions, /v1/chat/completions, /v1/models, /healthz and /metrics";
  }
}
