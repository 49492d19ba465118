package dev.evolve.error;

import java.util.Locale;

/** Every operating failure that a caller can see, with the category that says who can act. */
public enum ErrorCode {
  INVALID_REQUEST(Category.CALLER),
  INVALID_PACK(Category.CALLER),
  NOT_FOUND(Category.CALLER),
  ILLEGAL_STAGE(Category.CALLER),
  NOT_ALLOWED(Category.CALLER),
  CONFLICT(Category.CALLER),
  BUILD_FAILED(Category.CALLER),
  SANDBOX_UNAVAILABLE(Category.RESOURCE),
  PORT_IN_USE(Category.RESOURCE),
  OUT_OF_RESOURCES(Category.RESOURCE),
  LOG_UNAVAILABLE(Category.DEPENDENCY),
  GRAPH_UNAVAILABLE(Category.DEPENDENCY),
  FORGE_FAILED(Category.DEPENDENCY),
  SERVICE_FAILED(Category.DEPENDENCY),
  DATA_CORRUPT(Category.DEPENDENCY),
  VERIFICATION_FAILED(Category.CALLER),
  INTERNAL(Category.INTERNAL);

  /** Who can act on a failure. */
  public enum Category {
    /** The caller: ask differently. */
    CALLER,
    /** Whoever gives the machine its resources. */
    RESOURCE,
    /** Whoever runs the service that was needed. */
    DEPENDENCY,
    /** Us. */
    INTERNAL
  }

  private final Category category;

  ErrorCode(Category category) {
    this.category = category;
  }

  public Category category() {
    return category;
  }

  /** The code on the wire, such as {@code invalid-pack}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
