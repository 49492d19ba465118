package dev.evolve.app.api;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Every error of the API as a problem detail (RFC 9457); nothing of our insides goes out. */
@RestControllerAdvice(basePackageClasses = ProblemAdvice.class)
class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);
  private static final String TYPE = "urn:evolve:problem:";

  private final SecureRandom random = new SecureRandom();

  @ExceptionHandler(EvolveException.class)
  ResponseEntity<ProblemDetail> known(EvolveException failure) {
    HttpStatus status = statusOf(failure.code());
    ProblemDetail problem = problem(status, failure.code(), String.valueOf(failure.getMessage()));
    if (status.is5xxServerError()) {
      LOG.error("{}", problem, failure);
    }
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<ProblemDetail> unknown(Exception failure) {
    ProblemDetail problem =
        problem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            ErrorCode.INTERNAL,
            "something went wrong; the log of the service says what, under this traceId");
    LOG.error("{}", problem, failure);
    return ResponseEntity.internalServerError()
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem);
  }

  @Override
  protected ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    StringBuilder detail = new StringBuilder();
    for (FieldError error : failure.getBindingResult().getFieldErrors()) {
      detail
          .append(detail.isEmpty() ? "" : "; ")
          .append(error.getField())
          .append(' ')
          .append(error.getDefaultMessage());
    }
    return respond(HttpStatus.BAD_REQUEST, detail.toString());
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException failure,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return respond(HttpStatus.BAD_REQUEST, "the body is not the JSON that is wanted here");
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception failure,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    String detail =
        body instanceof ProblemDetail known && known.getDetail() != null
            ? known.getDetail()
            : HttpStatus.valueOf(status.value()).getReasonPhrase();
    return respond(HttpStatus.valueOf(status.value()), detail);
  }

  private ResponseEntity<Object> respond(HttpStatus status, String detail) {
    ErrorCode code =
        status == HttpStatus.NOT_FOUND
            ? ErrorCode.NOT_FOUND
            : status.is5xxServerError() ? ErrorCode.INTERNAL : ErrorCode.INVALID_REQUEST;
    return ResponseEntity.status(status)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(problem(status, code, detail));
  }

  private ProblemDetail problem(HttpStatus status, ErrorCode code, String detail) {
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
    problem.setType(URI.create(TYPE + code.wireName()));
    problem.setProperty("code", code.wireName());
    problem.setProperty("category", code.category().name().toLowerCase(Locale.ROOT));
    problem.setProperty("traceId", traceId());
    return problem;
  }

  private String traceId() {
    byte[] id = new byte[8];
    random.nextBytes(id);
    return HexFormat.of().formatHex(id);
  }

  private static HttpStatus statusOf(ErrorCode code) {
    return switch (code) {
      case INVALID_REQUEST, INVALID_PACK, BUILD_FAILED, VERIFICATION_FAILED ->
          HttpStatus.BAD_REQUEST;
      case NOT_FOUND -> HttpStatus.NOT_FOUND;
      case ILLEGAL_STAGE, CONFLICT, PORT_IN_USE -> HttpStatus.CONFLICT;
      case NOT_ALLOWED -> HttpStatus.FORBIDDEN;
      case SANDBOX_UNAVAILABLE,
          OUT_OF_RESOURCES,
          LOG_UNAVAILABLE,
          GRAPH_UNAVAILABLE,
          SERVICE_FAILED ->
          HttpStatus.SERVICE_UNAVAILABLE;
      case FORGE_FAILED, DATA_CORRUPT, INTERNAL -> HttpStatus.INTERNAL_SERVER_ERROR;
    };
  }
}
