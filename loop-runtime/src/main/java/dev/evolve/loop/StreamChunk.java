package dev.evolve.loop;

/**
 * One piece of a loop's output stream.
 *
 * @param stream which stream of the loop it belongs to
 * @param modality what it is: {@code text}, {@code video}, {@code event}, ...
 * @param sequence position in the stream, from 0
 * @param data the content, encoded by {@code codec}
 * @param codec how {@code data} is encoded, such as {@code utf-8} or {@code json}
 * @param startMs begin on the stream's own time line, in milliseconds
 * @param endMs end on the stream's own time line, in milliseconds
 * @param preview whether a later chunk replaces it; previews are never stored
 * @param last whether the stream ends with it
 */
public record StreamChunk(
    String stream,
    String modality,
    long sequence,
    String data,
    String codec,
    long startMs,
    long endMs,
    boolean preview,
    boolean last) {

  /** Modality of a domain event: stored with the checkpoint in one transaction. */
  public static final String EVENT = "event";

  /** A domain event in JSON, on stream {@code stream}. */
  public static StreamChunk event(String stream, long sequence, String json) {
    return new StreamChunk(stream, EVENT, sequence, json, "json", 0, 0, false, false);
  }
}
