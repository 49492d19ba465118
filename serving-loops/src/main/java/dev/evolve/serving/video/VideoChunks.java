package dev.evolve.serving.video;

import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Output chunks of the video loops. */
public final class VideoChunks {

  /** Stream of pixels that stay. */
  public static final String VIDEO = "video";

  /** Stream of previews, each replacing the one before. */
  public static final String PREVIEW = "preview";

  /** Red, green and blue bytes, in base64. */
  public static final String CODEC = "rgb8-base64";

  /** Length of a frame on the clip's time line: 8 frames a second. */
  public static final long FRAME_MS = 125;

  private VideoChunks() {}

  static StepResult decoded(byte[] pixels, VideoWork.TilePlace place) {
    String data = Base64.getEncoder().encodeToString(pixels);
    StreamChunk chunk =
        new StreamChunk(
            VIDEO,
            VIDEO,
            place.sequence(),
            data,
            CODEC,
            place.startMs(),
            place.endMs(),
            false,
            place.last());
    return StepResult.of(new VideoOutcome.Decoded(data), Duration.ZERO, List.of(chunk));
  }

  static StreamChunk preview(byte[] pixels, long sequence, long endMs) {
    String data = Base64.getEncoder().encodeToString(pixels);
    return new StreamChunk(PREVIEW, VIDEO, sequence, data, CODEC, 0, endMs, true, false);
  }
}
