package dev.evolve.git;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A commit's message: a subject, paragraphs for people, and trailers that machines read. Text from
 * elsewhere goes in as one clean line or as indented lines, so that it can never become a trailer.
 *
 * @param subject first line
 * @param paragraphs for people, each already formatted
 * @param trailers in order
 */
public record CommitMessage(String subject, List<String> paragraphs, List<Trailer> trailers) {

  private static final int SUBJECT_LENGTH = 72;
  private static final int LINE_LENGTH = 72;
  private static final int VALUE_LENGTH = 300;
  private static final int TEXT_LENGTH = 4_000;
  private static final Pattern TRAILER = Pattern.compile("([A-Za-z][A-Za-z0-9-]*): (.+)");

  public CommitMessage {
    subject = shortened(oneLine(subject), SUBJECT_LENGTH);
    paragraphs = List.copyOf(paragraphs);
    trailers = List.copyOf(trailers);
  }

  /**
   * One trailer.
   *
   * @param key such as {@code Evolve-Proposal}
   * @param value one line
   */
  public record Trailer(String key, String value) {
    public Trailer {
      value = shortened(oneLine(value), VALUE_LENGTH);
    }
  }

  /** The message as it is in the commit. */
  public String text() {
    StringBuilder text = new StringBuilder(subject).append("\n\n");
    paragraphs.stream()
        .filter(paragraph -> !paragraph.isBlank())
        .forEach(paragraph -> text.append(paragraph).append("\n\n"));
    trailers.forEach(t -> text.append(t.key()).append(": ").append(t.value()).append('\n'));
    return text.toString();
  }

  /** Text from elsewhere as lines that start with two spaces, so that none of them is a trailer. */
  public static String quoted(String untrusted) {
    StringBuilder lines = new StringBuilder();
    StringBuilder line = new StringBuilder();
    for (String word : shortened(oneLine(untrusted), TEXT_LENGTH).split(" ")) {
      if (!line.isEmpty() && line.length() + word.length() + 3 > LINE_LENGTH) {
        lines.append("  ").append(line).append('\n');
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    return line.isEmpty() ? lines.toString().stripTrailing() : lines + "  " + line;
  }

  /** The text on one line, without control and formatting characters. */
  public static String oneLine(String untrusted) {
    return untrusted.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}\\s]+", " ").strip();
  }

  private static String shortened(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = length - 1;
    if (Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end).stripTrailing() + "…";
  }

  /** The trailers of a message: its last paragraph, if every line of it is one. */
  public static List<Trailer> trailersOf(String message) {
    String body = message.stripTrailing();
    int start = body.lastIndexOf("\n\n");
    List<Trailer> trailers = new ArrayList<>();
    if (start < 0) {
      return trailers;
    }
    for (String line : body.substring(start + 2).split("\n")) {
      Matcher matcher = TRAILER.matcher(line);
      if (!matcher.matches()) {
        return List.of();
      }
      trailers.add(new Trailer(matcher.group(1), matcher.group(2)));
    }
    return trailers;
  }

  /** Every value of a key, in order. */
  public static List<String> values(String message, String key) {
    return trailersOf(message).stream()
        .filter(trailer -> trailer.key().equals(key))
        .map(Trailer::value)
        .toList();
  }

  /** The one value of a key; empty if there is none, or more than one. */
  public static String onlyValue(String message, String key) {
    List<String> values = values(message, key);
    return values.size() == 1 ? values.getFirst() : "";
  }
}
