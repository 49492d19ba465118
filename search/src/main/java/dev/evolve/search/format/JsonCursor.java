package dev.evolve.search.format;

import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads JSON token by token, says where it stands when something is wrong, and refuses what is
 * deeper or larger than any file of a tuner.
 */
final class JsonCursor implements AutoCloseable {

  private static final int DEPTH = 32;
  private static final int STRING = 1 << 20;
  private static final int NUMBER = 64;
  private static final int NAME = 4096;
  private static final long DOCUMENT = 1L << 31;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEPTH)
                  .maxStringLength(STRING)
                  .maxNumberLength(NUMBER)
                  .maxNameLength(NAME)
                  .maxDocumentLength(DOCUMENT)
                  .build())
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private final String source;
  private final JsonParser parser;

  JsonCursor(Reader reader, String source) {
    this.source = source;
    this.parser = guarded(() -> FACTORY.createParser(ObjectReadContext.empty(), reader));
  }

  /** Moves on; null at the end of the file. */
  Optional<JsonToken> next() {
    return Optional.ofNullable(guarded(parser::nextToken));
  }

  /**
   * The name of the next entry of the object the cursor is in; empty at the object's end. The value
   * is the next token.
   */
  Optional<String> nextName() {
    return name(require(next()));
  }

  private Optional<String> name(JsonToken token) {
    if (token == JsonToken.END_OBJECT) {
      return Optional.empty();
    }
    if (token != JsonToken.PROPERTY_NAME) {
      throw failure("wanted an entry of an object, found " + describe());
    }
    return Optional.of(parser.currentName());
  }

  /** As {@link #nextName}, but the end of the file is an end of the object too. */
  Optional<String> nextNameOrEndOfFile() throws EndOfFile {
    try {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new EndOfFile();
      }
      return name(token);
    } catch (JacksonException e) {
      if (isEndOfFile(e)) {
        throw new EndOfFile();
      }
      throw failure(e);
    }
  }

  /** The parser has a type for it, but between entries throws its general one. */
  private static boolean isEndOfFile(JacksonException e) {
    return e instanceof UnexpectedEndOfInputException
        || e.getOriginalMessage().startsWith("Unexpected end-of-input");
  }

  void enterObject(String what) {
    enter(JsonToken.START_OBJECT, what, "an object");
  }

  void enterArray(String what) {
    enter(JsonToken.START_ARRAY, what, "a list");
  }

  private void enter(JsonToken wanted, String what, String name) {
    JsonToken token = require(next());
    if (token != wanted) {
      throw failure("wanted " + name + " for " + what + ", found " + describe());
    }
  }

  /** True if the next value of the list is there, and the cursor stands on it. */
  boolean hasNextInArray() {
    return require(next()) != JsonToken.END_ARRAY;
  }

  /** Leaves the next value out, whatever it holds. */
  void skip() {
    next();
    skipHere();
  }

  /** Leaves the value the cursor stands on out, whatever it holds. */
  void skipHere() {
    guarded(parser::skipChildren);
  }

  JsonToken token() {
    JsonToken token = parser.currentToken();
    return token == null ? JsonToken.NOT_AVAILABLE : token;
  }

  String text(String what) {
    next();
    return textHere(what);
  }

  String textHere(String what) {
    if (token() != JsonToken.VALUE_STRING) {
      throw failure("wanted a text for " + what + ", found " + describe());
    }
    return guarded(parser::getString);
  }

  double number(String what) {
    next();
    return numberHere(what);
  }

  double numberHere(String what) {
    if (!token().isNumeric()) {
      throw failure("wanted a number for " + what + ", found " + describe());
    }
    double number = guarded(parser::getDoubleValue);
    if (!Double.isFinite(number)) {
      throw failure("wanted a finite number for " + what + ", found " + describe());
    }
    return number;
  }

  /** The parameter value the cursor stands on. */
  Literal literalHere(String what) {
    return switch (token()) {
      case VALUE_NUMBER_INT -> Literal.of(wholeHere(what));
      case VALUE_NUMBER_FLOAT -> Literal.of(numberHere(what));
      case VALUE_TRUE -> Literal.of(true);
      case VALUE_FALSE -> Literal.of(false);
      case VALUE_STRING -> Literal.of(textHere(what));
      default ->
          throw failure(
              "wanted a number, a text, true or false for " + what + ", found " + describe());
    };
  }

  private long wholeHere(String what) {
    try {
      return parser.getLongValue();
    } catch (JacksonException e) {
      throw failure(what + " does not fit into 64 bits: " + describe());
    }
  }

  List<Literal> literals(String what) {
    enterArray(what);
    List<Literal> values = new ArrayList<>();
    while (hasNextInArray()) {
      values.add(literalHere("a value of " + what));
    }
    return values;
  }

  /** Nothing may follow the value that was read. */
  void requireEnd() {
    if (next().isPresent()) {
      throw failure("wanted the end of the file, found " + describe());
    }
  }

  /** Where the cursor stands, for {@link #failureAt}. */
  TokenStreamLocation here() {
    return parser.currentTokenLocation();
  }

  FormatException failure(String message) {
    return failureAt(here(), message);
  }

  private FormatException failure(JacksonException e) {
    TokenStreamLocation location = e.getLocation();
    return failureAt(location == null ? parser.currentLocation() : location, reason(e));
  }

  private static String reason(JacksonException e) {
    String reason = e.getOriginalMessage().lines().findFirst().orElse("");
    return "not JSON of the kind wanted: " + reason.replaceAll(" \\(`StreamReadConstraints.*", "");
  }

  FormatException failureAt(TokenStreamLocation at, String message) {
    return new FormatException(
        source, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), message);
  }

  private JsonToken require(Optional<JsonToken> token) {
    return token.orElseThrow(() -> failure("the file ends too early"));
  }

  private String describe() {
    JsonToken token = token();
    return switch (token) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case END_OBJECT -> "the end of an object";
      case END_ARRAY -> "the end of a list";
      case NOT_AVAILABLE -> "the end of the file";
      default -> {
        String text = guarded(parser::getString);
        yield text.length() > 40 ? text.substring(0, 40) + "…" : text;
      }
    };
  }

  private <T> T guarded(Supplier<T> read) {
    try {
      return read.get();
    } catch (JacksonException e) {
      throw failure(e);
    }
  }

  @Override
  public void close() {
    parser.close();
  }

  /** The file ended where an entry might have followed. */
  static final class EndOfFile extends Exception {
    private static final long serialVersionUID = 1L;

    EndOfFile() {
      super("end of file", null, false, false);
    }
  }
}
