package dev.evolve.app.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Signs a person in with the token and a name. */
@Controller
class LoginController {

  private static final int ATTEMPTS = 10;
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final AccessToken token;
  private final InstantSource clock;
  private final HttpSessionSecurityContextRepository sessions =
      new HttpSessionSecurityContextRepository();
  private Instant windowBegan = Instant.EPOCH;
  private int failures;

  LoginController(AccessToken token, InstantSource clock) {
    this.token = token;
    this.clock = clock;
  }

  @GetMapping("/login")
  String form(@RequestParam(defaultValue = "") String token, Model model) {
    model.addAttribute("token", token);
    model.addAttribute("person", System.getProperty("user.name", ""));
    return "login";
  }

  @PostMapping("/login")
  String signIn(
      @RequestParam String person,
      @RequestParam String token,
      Model model,
      HttpServletRequest request,
      HttpServletResponse response) {
    String name = People.clean(person);
    String problem = problemWith(name, token);
    if (!problem.isEmpty()) {
      response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
      model.addAttribute("problem", problem);
      model.addAttribute("person", name);
      return "login";
    }
    request.getSession(true);
    request.changeSessionId();
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(TokenFilter.authentication(name));
    SecurityContextHolder.setContext(context);
    sessions.saveContext(context, request, response);
    return "redirect:/";
  }

  private synchronized String problemWith(String name, String candidate) {
    Instant now = clock.instant();
    if (windowBegan.plus(WINDOW).isBefore(now)) {
      windowBegan = now;
      failures = 0;
    }
    if (failures >= ATTEMPTS) {
      return "too many failed attempts; wait a minute";
    }
    if (name.isBlank()) {
      return "a decision is recorded under a name: give yours";
    }
    if (!token.matches(candidate.strip())) {
      failures++;
      return "that is not the token of this service; it is in EVOLVE_HOME/token";
    }
    return "";
  }
}
