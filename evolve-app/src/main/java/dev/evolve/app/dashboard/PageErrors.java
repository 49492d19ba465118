package dev.evolve.app.dashboard;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.RequestMapping;

/** The page of an error that no other page has caught. */
@Controller
class PageErrors implements ErrorController {

  @RequestMapping(value = "${server.error.path:/error}", produces = MediaType.TEXT_HTML_VALUE)
  String error(HttpServletRequest request, Model model) {
    String status =
        Optional.ofNullable(request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE))
            .map(Object::toString)
            .orElse("500");
    model.addAttribute("title", status.equals("404") ? "Nothing here" : "Error " + status);
    model.addAttribute(
        "problem",
        status.equals("404")
            ? "There is no page at this address."
            : "The request failed; the service's log says why.");
    model.addAttribute("person", "");
    return "problem";
  }
}
