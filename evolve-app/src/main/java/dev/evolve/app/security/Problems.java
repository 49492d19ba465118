package dev.evolve.app.security;

import dev.evolve.json.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes a problem detail where no controller is reached. */
final class Problems {

  private Problems() {}

  static void write(HttpServletResponse response, int status, String code, String detail)
      throws IOException {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("type", "urn:evolve:problem:" + code);
    problem.put("status", status);
    problem.put("detail", detail);
    problem.put("code", code);
    problem.put("category", "caller");
    response.setStatus(status);
    response.setContentType("application/problem+json");
    response.setCharacterEncoding(StandardCharsets.UTF_8.name());
    response.getWriter().write(Json.write(problem));
  }
}
