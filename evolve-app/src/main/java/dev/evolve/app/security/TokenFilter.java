package dev.evolve.app.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Signs a request with a bearer token in, for that request only. */
final class TokenFilter extends OncePerRequestFilter {

  /** Whom the holder of the token acts for. */
  static final String PERSON_HEADER = "X-Evolve-Person";

  private static final String BEARER = "Bearer ";

  private final AccessToken token;
  private final String defaultPerson;

  TokenFilter(AccessToken token, String defaultPerson) {
    this.token = token;
    this.defaultPerson = defaultPerson;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (header != null && header.startsWith(BEARER)) {
      if (!token.matches(header.substring(BEARER.length()).strip())) {
        Problems.write(
            response, 401, "not-allowed", "the bearer token is not that of this service");
        return;
      }
      SecurityContextHolder.getContext().setAuthentication(authentication(personOf(request)));
    }
    chain.doFilter(request, response);
  }

  private String personOf(HttpServletRequest request) {
    String named = request.getHeader(PERSON_HEADER);
    String clean = named == null ? "" : People.clean(named);
    return clean.isBlank() ? defaultPerson : clean;
  }

  static UsernamePasswordAuthenticationToken authentication(String person) {
    return UsernamePasswordAuthenticationToken.authenticated(
        person, "", List.of(new SimpleGrantedAuthority("ROLE_OPERATOR")));
  }
}
