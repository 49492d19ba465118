package dev.evolve.loop.cache;

import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkUnitKind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@link CacheKey} as one line: contract version, model, component, weights version, adapters,
 * precision, kind, dims, dtype, extra, seed, input hashes, step, with bars between. Names and
 * values are escaped, so that no two keys share a line.
 */
final class CacheKeyText {

  private static final int FIELDS = 13;
  private static final String ABSENT = "~";
  private static final String SPECIAL = "|%=,~";

  private CacheKeyText() {}

  static String write(CacheKey key) {
    ShapeSignature shape = key.shape();
    StringJoiner line = new StringJoiner("|");
    line.add(Integer.toString(key.contractVersion()));
    line.add(escape(key.model())).add(escape(key.component())).add(escape(key.weightsVersion()));
    line.add(pairs(key.adapters())).add(escape(key.precision()));
    line.add(shape.kind().wireName()).add(dims(shape.dims())).add(escape(shape.dtype()));
    line.add(pairs(shape.extra())).add(number(key.seed()));
    return line.add(pairs(key.inputHashes())).add(number(key.step())).toString();
  }

  static CacheKey read(String text) {
    String[] fields = text.split("\\|", -1);
    if (fields.length != FIELDS) {
      throw notAKey(text, FIELDS + " fields with bars between, found " + fields.length, null);
    }
    try {
      return read(fields);
    } catch (IllegalArgumentException e) {
      throw notAKey(text, "what CacheKey.text() writes", e);
    }
  }

  private static CacheKey read(String[] fields) {
    ShapeSignature shape =
        new ShapeSignature(
            WorkUnitKind.valueOf(fields[6].toUpperCase(Locale.ROOT)),
            readDims(fields[7]),
            unescape(fields[8]),
            readPairs(fields[9]));
    return new CacheKey(
        unescape(fields[1]),
        unescape(fields[2]),
        unescape(fields[3]),
        readPairs(fields[4]),
        unescape(fields[5]),
        shape,
        readNumber(fields[10]),
        readPairs(fields[11]),
        readNumber(fields[12]),
        Integer.parseInt(fields[0]));
  }

  private static IllegalArgumentException notAKey(
      String text, String wanted, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "no cache key: \"" + text + "\"; wanted " + wanted + "; make it with CacheKey", cause);
  }

  static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String dims(List<Long> dims) {
    StringJoiner joined = new StringJoiner("x");
    dims.forEach(dim -> joined.add(dim.toString()));
    return joined.toString();
  }

  private static List<Long> readDims(String text) {
    return text.isEmpty() ? List.of() : Arrays.stream(text.split("x")).map(Long::valueOf).toList();
  }

  private static String number(@Nullable Long value) {
    return value == null ? ABSENT : value.toString();
  }

  private static @Nullable Long readNumber(String text) {
    return text.equals(ABSENT) ? null : Long.valueOf(text);
  }

  private static String pairs(SortedMap<String, String> map) {
    StringJoiner joined = new StringJoiner(",");
    map.forEach((name, value) -> joined.add(escape(name) + "=" + escape(value)));
    return joined.toString();
  }

  private static SortedMap<String, String> readPairs(String text) {
    SortedMap<String, String> map = new TreeMap<>();
    for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("a name and a value with = between, not " + pair);
      }
      map.put(unescape(pair.substring(0, equals)), unescape(pair.substring(equals + 1)));
    }
    return map;
  }

  private static String escape(String plain) {
    StringBuilder escaped = new StringBuilder(plain.length());
    for (int i = 0; i < plain.length(); i++) {
      char c = plain.charAt(i);
      if (SPECIAL.indexOf(c) >= 0 || c < ' ') {
        escaped.append('%').append(HexFormat.of().toHexDigits((byte) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  private static String unescape(String escaped) {
    if (escaped.indexOf('%') < 0) {
      return escaped;
    }
    StringBuilder plain = new StringBuilder(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      if (escaped.charAt(i) == '%') {
        plain.append((char) HexFormat.fromHexDigits(escaped, i + 1, i + 3));
        i += 2;
      } else {
        plain.append(escaped.charAt(i));
      }
    }
    return plain.toString();
  }
}
