package dev.evolve.app.security;

import dev.evolve.app.services.EvolveServicesProperties;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.UsernamePasswordAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * Reading is open to whoever reaches the loopback port; writing needs the token, as a bearer of the
 * API or to sign in on the dashboard.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

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
                csrf.ignoringRequestMatchers(
                    PathPatternRequestMatcher.withDefaults().matcher("/api/**")))
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
                errors.authenticationEntryPoint(
                    (request, response, failure) -> {
                      if (request.getRequestURI().startsWith("/api/")) {
                        Problems.write(
                            response,
                            401,
                            "not-allowed",
                            "writing needs the header Authorization: Bearer with the token in"
                                + " EVOLVE_HOME/token");
                      } else {
                        response.sendRedirect("/login");
                      }
                    }))
        .logout(logout -> logout.logoutSuccessUrl("/"))
        .anonymous(Customizer.withDefaults())
        .build();
  }
}
