package dev.evolve.serving.kv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Names blocks by everything that can change what they hold: the model and its weights, the block
 * size, and all tokens from the first one on. A key is a SHA-256 over the key of the block before
 * and the block's own tokens, so equal keys mean equal prefixes. Not thread-safe.
 */
final class BlockKeys {

  private final MessageDigest digest = sha256();
  private final ByteBuffer room;
  private final String root;

  /**
   * @param identity model, weights version and whatever else decides the values
   * @param blockSize positions of a block
   */
  BlockKeys(String identity, int blockSize) {
    this.room = ByteBuffer.allocate(blockSize * Short.BYTES);
    this.root = text(digest.digest((identity + "\n" + blockSize).getBytes(StandardCharsets.UTF_8)));
  }

  /** Key that the first block of a sequence follows. */
  String root() {
    return root;
  }

  /**
   * Key of the block with the tokens from {@code from} on that follows the block {@code parent}.
   */
  String next(String parent, short[] tokens, int from) {
    room.clear();
    room.asShortBuffer().put(tokens, from, room.capacity() / Short.BYTES);
    digest.update(parent.getBytes(StandardCharsets.ISO_8859_1));
    digest.update(room);
    return text(digest.digest());
  }

  private static String text(byte[] hash) {
    return new String(hash, StandardCharsets.ISO_8859_1);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
