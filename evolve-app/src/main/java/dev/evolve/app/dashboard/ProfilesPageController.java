package dev.evolve.app.dashboard;

import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.profile.ProfileFilter;
import jakarta.servlet.http.HttpServletResponse;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page of tuning profiles. */
@Controller
class ProfilesPageController {

  private final ProfileViews views;

  ProfilesPageController(ProfileViews views) {
    this.views = views;
  }

  @GetMapping("/profiles")
  String profiles(
      @RequestParam(required = false) @Nullable String pack,
      @RequestParam(required = false) @Nullable String state,
      Model model,
      @Nullable Principal principal) {
    model.addAttribute(
        "profiles",
        views.entries(new ProfileFilter(pack, null, null, state)).stream()
            .map(entry -> ProfileRow.of(entry, views.now()))
            .toList());
    model.addAttribute("state", state == null ? "" : state);
    model.addAttribute("person", principal == null ? "" : principal.getName());
    return "profiles";
  }

  @ExceptionHandler(EvolveException.class)
  String failed(EvolveException failure, Model model, HttpServletResponse response) {
    response.setStatus(failure.code() == ErrorCode.LOG_UNAVAILABLE ? 503 : 409);
    model.addAttribute("title", "That did not work");
    model.addAttribute("problem", String.valueOf(failure.getMessage()));
    model.addAttribute("person", "");
    return "problem";
  }
}
