package dev.evolve.app.dashboard;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Optional;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseBody;

/** The page of an error that no other page has caught. */
@Controller
class PageErrors implements ErrorController {

  @RequestMapping(value = "/error", produces = MediaType.APPLICATION_PROBLEM_JSON_VALUE)
  @ResponseBody
  ProblemDetail problem(HttpServletRequest request) {
    HttpStatus status = statusOf(request);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            status,
            status == HttpStatus.NOT_FOUND ? "nothing at this address" : status.getReasonPhrase());
    String code = status == HttpStatus.NOT_FOUND ? "not-found" : "invalid-request";
    problem.setType(URI.create("urn:evolve:problem:" + code));
    problem.setProperty("code", code);
    problem.setProperty("category", status.is5xxServerError() ? "internal" : "caller");
    return problem;
  }

  private static HttpStatus statusOf(HttpServletRequest request) {
    Object status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
    HttpStatus known = status instanceof Integer code ? HttpStatus.resolve(code) : null;
    return known == null ? HttpStatus.INTERNAL_SERVER_ERROR : known;
  }

  @RequestMapping(value = "/error", produces = MediaType.TEXT_HTML_VALUE)
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
