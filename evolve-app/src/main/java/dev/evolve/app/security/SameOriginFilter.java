package dev.evolve.app.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests for another host (a page elsewhere whose name was bound to this address) and
 * requests that a page from elsewhere sends here.
 */
final class SameOriginFilter extends OncePerRequestFilter {

  private static final int HTTP_PORT = 80;
  private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (!HOSTS.contains(request.getServerName())) {
      Problems.write(response, 421, "not-allowed", "this service answers on localhost only");
    } else if (isForeign(request.getHeader(HttpHeaders.ORIGIN), request.getServerPort())) {
      Problems.write(response, 403, "not-allowed", "requests from other sites are refused");
    } else {
      chain.doFilter(request, response);
    }
  }

  /** Another port of this machine is another site as well. */
  private static boolean isForeign(@Nullable String origin, int port) {
    if (origin == null) {
      return false;
    }
    try {
      URI from = URI.create(origin);
      int fromPort = from.getPort() < 0 ? HTTP_PORT : from.getPort();
      return from.getHost() == null || !HOSTS.contains(from.getHost()) || fromPort != port;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }
}
