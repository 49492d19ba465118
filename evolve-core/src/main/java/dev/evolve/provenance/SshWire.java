package dev.evolve.provenance;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The two encodings of SSH: length-prefixed fields, and base64 between BEGIN and END lines. */
final class SshWire {

  private static final int LINE_LENGTH = 70;

  private SshWire() {}

  /** Writes fields one after another. */
  static final class Writer {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Writer raw(byte[] bytes) {
      out.writeBytes(bytes);
      return this;
    }

    Writer number(int value) {
      return raw(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }

    Writer field(byte[] bytes) {
      return number(bytes.length).raw(bytes);
    }

    Writer field(String text) {
      return field(text.getBytes(StandardCharsets.UTF_8));
    }

    byte[] bytes() {
      return out.toByteArray();
    }
  }

  /** Reads fields one after another; what is cut off is an {@link IllegalArgumentException}. */
  static final class Reader {

    private final ByteBuffer in;

    Reader(byte[] bytes) {
      this.in = ByteBuffer.wrap(bytes);
    }

    byte[] raw(int length) {
      if (length < 0 || length > in.remaining()) {
        throw new IllegalArgumentException("a field of " + length + " bytes is cut off");
      }
      byte[] bytes = new byte[length];
      in.get(bytes);
      return bytes;
    }

    int number() {
      try {
        return in.getInt();
      } catch (BufferUnderflowException e) {
        throw new IllegalArgumentException("a number is cut off", e);
      }
    }

    byte[] field() {
      return raw(number());
    }

    String text() {
      return new String(field(), StandardCharsets.UTF_8);
    }

    boolean atEnd() {
      return !in.hasRemaining();
    }
  }

  /** The bytes between BEGIN and END lines, without a line feed at the end. */
  static String armored(String label, byte[] content) {
    String base64 = Base64.getEncoder().encodeToString(content);
    StringBuilder text = new StringBuilder("-----BEGIN ").append(label).append("-----\n");
    for (int i = 0; i < base64.length(); i += LINE_LENGTH) {
      text.append(base64, i, Math.min(i + LINE_LENGTH, base64.length())).append('\n');
    }
    return text.append("-----END ").append(label).append("-----").toString();
  }

  /**
   * The bytes of an armored text.
   *
   * @throws IllegalArgumentException if it is not one with that label
   */
  static byte[] dearmored(String label, String text) {
    String begin = "-----BEGIN " + label + "-----";
    String end = "-----END " + label + "-----";
    String stripped = text.strip();
    if (!stripped.startsWith(begin)
        || !stripped.endsWith(end)
        || stripped.length() < begin.length() + end.length()) {
      throw new IllegalArgumentException("wanted a text from " + begin + " to " + end);
    }
    String body = stripped.substring(begin.length(), stripped.length() - end.length());
    return Base64.getDecoder().decode(body.replaceAll("[\\r\\n]", ""));
  }
}
