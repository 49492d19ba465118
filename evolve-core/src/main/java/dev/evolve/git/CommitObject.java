package dev.evolve.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;

/**
 * A commit as its exact bytes. Only the form that Evolve writes is read: headers in order, the
 * signature after the committer, text in UTF-8. So the bytes follow from the parts, and a commit
 * cannot be altered in a place that no check looks at.
 *
 * @param tree the tree
 * @param parents the parents in order
 * @param author identity and time as in the object
 * @param committer identity and time as in the object
 * @param signature armored signature, lines joined by a line feed; empty if it has none
 * @param message the whole message
 */
public record CommitObject(
    ObjectId tree,
    List<ObjectId> parents,
    String author,
    String committer,
    String signature,
    String message) {

  private static final String SIGNATURE_HEADER = "gpgsig ";

  public CommitObject {
    parents = List.copyOf(parents);
  }

  /** The bytes that a signature is over: everything but the signature. */
  public byte[] signedBytes() {
    return encode("");
  }

  /** The object's bytes. */
  public byte[] bytes() {
    return encode(signature);
  }

  /** The same commit with a signature. */
  public CommitObject withSignature(String armored) {
    return new CommitObject(tree, parents, author, committer, armored.strip(), message);
  }

  private byte[] encode(String withSignature) {
    StringBuilder text = new StringBuilder();
    text.append("tree ").append(tree.name()).append('\n');
    parents.forEach(parent -> text.append("parent ").append(parent.name()).append('\n'));
    text.append("author ").append(author).append('\n');
    text.append("committer ").append(committer).append('\n');
    if (!withSignature.isEmpty()) {
      text.append(SIGNATURE_HEADER).append(withSignature.replace("\n", "\n ")).append('\n');
    }
    return text.append('\n').append(message).toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a commit.
   *
   * @throws IllegalArgumentException saying what is not as it should be
   */
  public static CommitObject parse(byte[] bytes) {
    int end = endOfHeaders(bytes);
    HeaderLines headers = new HeaderLines(decode(bytes, 0, end));
    ObjectId tree = id(headers.take("tree "));
    List<ObjectId> parents = new ArrayList<>();
    while (headers.startsWith("parent ")) {
      parents.add(id(headers.take("parent ")));
    }
    String author = headers.take("author ");
    String committer = headers.take("committer ");
    String signature = headers.takeSignature();
    headers.expectEnd();
    String message = decode(bytes, end + 2, bytes.length);
    CommitObject commit = new CommitObject(tree, parents, author, committer, signature, message);
    if (!Arrays.equals(commit.bytes(), bytes)) {
      throw new IllegalArgumentException("the commit is not in canonical form");
    }
    return commit;
  }

  private static int endOfHeaders(byte[] bytes) {
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] == '\n' && bytes[i + 1] == '\n') {
        return i;
      }
    }
    throw new IllegalArgumentException("the commit has no end of headers");
  }

  private static String decode(byte[] bytes, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the commit is not UTF-8", e);
    }
  }

  private static ObjectId id(String hex) {
    if (!hex.matches("[0-9a-f]{40}")) {
      throw new IllegalArgumentException("\"" + hex + "\" is not an object's hash");
    }
    return ObjectId.fromString(hex);
  }

  /** Takes one header after another and refuses what is out of order. */
  private static final class HeaderLines {

    private final List<String> lines;
    private int next;

    HeaderLines(String text) {
      this.lines = List.of(text.split("\n", -1));
    }

    boolean startsWith(String prefix) {
      return next < lines.size() && lines.get(next).startsWith(prefix);
    }

    String take(String prefix) {
      if (!startsWith(prefix)) {
        String found = next < lines.size() ? lines.get(next) : "the end of the headers";
        throw new IllegalArgumentException(
            "wanted the header \"" + prefix.strip() + "\", found \"" + found + "\"");
      }
      return lines.get(next++).substring(prefix.length());
    }

    String takeSignature() {
      if (!startsWith(SIGNATURE_HEADER)) {
        return "";
      }
      StringBuilder armored = new StringBuilder(take(SIGNATURE_HEADER));
      while (startsWith(" ")) {
        armored.append('\n').append(take(" "));
      }
      return armored.toString();
    }

    void expectEnd() {
      if (next < lines.size()) {
        throw new IllegalArgumentException("unknown header \"" + lines.get(next) + "\"");
      }
    }
  }
}
