package dev.evolve.serving.video;

import dev.evolve.loop.WorkPayload;
import dev.evolve.serving.tensor.Tensor;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What came of steps of the video loops. */
public sealed interface VideoOutcome extends WorkPayload {

  /**
   * Bytes that an outcome holds, as a cache counts them.
   *
   * @throws IllegalArgumentException if it is no outcome of a video loop
   */
  static long bytes(WorkPayload outcome) {
    if (!(outcome instanceof VideoOutcome known)) {
      throw new IllegalArgumentException(
          "an outcome of a video loop is wanted; found " + outcome.getClass().getName());
    }
    return switch (known) {
      case Encoded encoded -> encoded.embedding().bytes();
      case Denoised denoised -> denoised.bytes();
      case ChunkDenoised denoised -> denoised.latent().bytes();
      case ChunkKept kept -> Integer.BYTES;
      case Decoded decoded -> decoded.pixels().length();
    };
  }

  /**
   * A prompt was encoded.
   *
   * @param embedding one row
   */
  record Encoded(Tensor embedding) implements VideoOutcome {}

  /**
   * A denoise step was taken.
   *
   * @param latent the clip after it
   * @param residuals what the blocks added, by branch that was computed in full
   */
  record Denoised(Tensor latent, SortedMap<String, Tensor> residuals) implements VideoOutcome {

    public Denoised {
      residuals = Collections.unmodifiableSortedMap(new TreeMap<>(residuals));
    }

    private long bytes() {
      return latent.bytes() + residuals.values().stream().mapToLong(Tensor::bytes).sum();
    }
  }

  /**
   * A denoise step of a chunk was taken.
   *
   * @param latent the chunk after it
   */
  record ChunkDenoised(Tensor latent) implements VideoOutcome {}

  /**
   * A chunk's keys and values are in the cache.
   *
   * @param chunk its index
   */
  record ChunkKept(int chunk) implements VideoOutcome {}

  /**
   * Pixels were made.
   *
   * @param pixels frames of rows of red, green and blue bytes, in base64
   */
  record Decoded(String pixels) implements VideoOutcome {}
}
