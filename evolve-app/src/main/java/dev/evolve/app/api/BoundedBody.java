package dev.evolve.app.api;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;

/** Reads the body of a request, and no more of it than fits. */
final class BoundedBody {

  private BoundedBody() {}

  /**
   * The body as a value.
   *
   * @param largest most bytes that are read
   * @throws EvolveException INVALID_REQUEST if it is larger, or is no such value
   */
  static <T> T read(HttpServletRequest http, int largest, Class<T> type) {
    try {
      byte[] body = http.getInputStream().readNBytes(largest + 1);
      if (body.length > largest) {
        throw new EvolveException(
            ErrorCode.INVALID_REQUEST, "the body is larger than " + largest + " bytes");
      }
      return Json.read(body, type);
    } catch (IllegalArgumentException e) {
      throw new EvolveException(ErrorCode.INVALID_REQUEST, "the body is " + e.getMessage(), e);
    } catch (IOException e) {
      throw new EvolveException(
          ErrorCode.INVALID_REQUEST, "the body could not be read: " + e.getMessage(), e);
    }
  }
}
