package dev.evolve.loop.file;

import dev.evolve.loop.StreamChunk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns the events of a step into bytes and back. */
final class EventCodec {

  private static final byte[] NONE = {};

  private EventCodec() {}

  static byte[] encode(List<StreamChunk> events) {
    if (events.isEmpty()) {
      return NONE;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(events.size());
      for (StreamChunk event : events) {
        encode(event, out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory was not written to", e);
    }
    return bytes.toByteArray();
  }

  static List<StreamChunk> decode(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int count = in.readInt();
    List<StreamChunk> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(decode(in));
    }
    return List.copyOf(events);
  }

  private static void encode(StreamChunk event, DataOutputStream out) throws IOException {
    text(event.stream(), out);
    text(event.modality(), out);
    out.writeLong(event.sequence());
    text(event.data(), out);
    text(event.codec(), out);
    out.writeLong(event.startMs());
    out.writeLong(event.endMs());
    out.writeBoolean(event.preview());
    out.writeBoolean(event.last());
  }

  private static StreamChunk decode(DataInputStream in) throws IOException {
    return new StreamChunk(
        text(in),
        text(in),
        in.readLong(),
        text(in),
        text(in),
        in.readLong(),
        in.readLong(),
        in.readBoolean(),
        in.readBoolean());
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
