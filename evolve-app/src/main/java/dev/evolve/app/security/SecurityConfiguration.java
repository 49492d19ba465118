package dev.evolve.app.security;

import dev.evolve.app.services.EvolveServicesProperties;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/**
 * Reading is open to whoever reaches the loopback port; writing needs the token, as a bearer of the
 * API or to sign in on the dashboard.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

  private static final String TOKEN_WANTED =
      "writing needs the header Authorization: Bearer with the token in EVOLVE_HOME/token";

  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
          + " script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  @Bean
  AccessToken accessToken(EvolveServicesProperties properties, SecureRandom random) {
    return AccessToken.openOrCreate(properties.homeDirectory(), random);
  }

  @Bean
  People people() {
    return new People();
  }

  @Bean
  SecurityFilterChain filters(HttpSecurity http, AccessToken token) throws Exception {
    return http.authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers(HttpMethod.GET, "/**")
                    .permitAll()
                    .requestMatchers(HttpMethod.POST, "/login", "/logout")
                    .permitAll()
                    .anyRequest()
                    .authenticated())
        .csrf(
            csrf ->
                // A bearer token is never sent by a browser on its own; a session's cookie is.
                csrf.ignoringRequestMatchers(
                    request -> request.getHeader(HttpHeaders.AUTHORIZATION) != null))
        .headers(
            headers ->
                headers
                    .contentSecurityPolicy(policy -> policy.policyDirectives(POLICY))
                    .frameOptions(frame -> frame.deny()))
        .addFilterBefore(new SameOriginFilter(), SecurityContextHolderFilter.class)
        .addFilterBefore(
            new TokenFilter(token, System.getProperty("user.name", "unknown")),
            UsernamePasswordAuthenticationFilter.class)
        .exceptionHandling(
            errors ->
                errors
                    .accessDeniedHandler((request, response, failure) -> refuse(response))
                    .authenticationEntryPoint(
                        (request, response, failure) -> {
                          if (request.getRequestURI().startsWith("/api/")) {
                            Problems.write(response, 401, "not-allowed", TOKEN_WANTED);
                          } else {
                            response.sendRedirect("/login");
                          }
                        }))
        .logout(logout -> logout.logoutSuccessUrl("/"))
        .anonymous(Customizer.withDefaults())
        .build();
  }

  /** Who is not signed in is asked to be; who is sent a request that no form of ours made. */
  private static void refuse(HttpServletResponse response) throws IOException {
    Authentication known = SecurityContextHolder.getContext().getAuthentication();
    if (known == null || known instanceof AnonymousAuthenticationToken) {
      Problems.write(response, 401, "not-allowed", TOKEN_WANTED);
    } else {
      Problems.write(
          response,
          403,
          "not-allowed",
          "this request carries no CSRF token; use a form of the dashboard, or the bearer token");
    }
  }
}
