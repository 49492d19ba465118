package dev.evolve.canary.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Start line and headers of a message, in their order. Names are tokens and values hold no control
 * characters, so a head that was read can be written again without changing its meaning.
 *
 * @param startLine request line or status line
 * @param headers in order
 */
public record HttpHead(String startLine, List<Header> headers) {

  /** Headers that are meant for one connection only, RFC 9110 part 7.6.1. */
  private static final Set<String> HOP_BY_HOP =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  public HttpHead {
    headers = List.copyOf(headers);
  }

  /** One header. */
  public record Header(String name, String value) {}

  /** The first value of a header; null if there is none. */
  public @Nullable String first(String name) {
    List<String> values = all(name);
    return values.isEmpty() ? null : values.getFirst();
  }

  /** Every value of a header. */
  public List<String> all(String name) {
    return headers.stream()
        .filter(header -> header.name().equalsIgnoreCase(name))
        .map(Header::value)
        .toList();
  }

  /** Whether a header of comma-separated names holds a name. */
  public boolean names(String header, String name) {
    return all(header).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .anyMatch(part -> part.strip().equalsIgnoreCase(name));
  }

  /** The headers that may travel on, beside the length, which whoever writes the body sets. */
  public List<Header> endToEnd() {
    Set<String> dropped = new TreeSet<>(HOP_BY_HOP);
    dropped.add("content-length");
    for (String value : all("Connection")) {
      for (String part : value.split(",", -1)) {
        dropped.add(part.strip().toLowerCase(Locale.ROOT));
      }
    }
    return headers.stream()
        .filter(header -> !dropped.contains(header.name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  /** The head as it goes over the wire. */
  public byte[] bytes() {
    StringBuilder text = new StringBuilder(256).append(startLine).append("\r\n");
    for (Header header : headers) {
      text.append(header.name()).append(": ").append(header.value()).append("\r\n");
    }
    return text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads the lines of a head, without the empty one. */
  static HttpHead parse(List<String> lines, HttpLimits limits) throws HttpException {
    if (lines.size() - 1 > limits.headers()) {
      throw new HttpException(431, "more than " + limits.headers() + " headers");
    }
    List<Header> headers = new ArrayList<>(lines.size());
    for (String line : lines.subList(1, lines.size())) {
      headers.add(parseHeader(line));
    }
    return new HttpHead(lines.getFirst(), headers);
  }

  private static Header parseHeader(String line) throws HttpException {
    int colon = line.indexOf(':');
    if (colon <= 0 || !isToken(line.substring(0, colon))) {
      throw new HttpException(400, "a header has no proper name");
    }
    String value = line.substring(colon + 1).strip();
    if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 0x7f))) {
      throw new HttpException(400, "a header's value holds a control character");
    }
    return new Header(line.substring(0, colon), value);
  }

  /** Whether a text can be a method or the name of a header. */
  static boolean isToken(String text) {
    return !text.isEmpty()
        && text.chars()
            .allMatch(
                c ->
                    (c >= '0' && c <= '9')
                        || (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }
}
