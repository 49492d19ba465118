package dev.evolve.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Reads a stream to its end on a thread of its own and keeps its beginning. */
final class BoundedOutput {

  private final InputStream stream;
  private final int limit;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final Thread reader;
  private boolean cut;

  private BoundedOutput(InputStream stream, int limit) {
    this.stream = stream;
    this.limit = limit;
    this.reader = Thread.ofPlatform().daemon().name("sandbox-output").unstarted(this::drain);
  }

  static BoundedOutput of(InputStream stream, int limit) {
    BoundedOutput output = new BoundedOutput(stream, limit);
    output.reader.start();
    return output;
  }

  private void drain() {
    byte[] buffer = new byte[16 * 1024];
    try (stream) {
      for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
        keep(buffer, read);
      }
    } catch (IOException e) {
      // The stream was closed under us, as its process is gone: what was kept is what there is.
    }
  }

  private synchronized void keep(byte[] buffer, int length) {
    int room = Math.min(length, limit - kept.size());
    kept.write(buffer, 0, room);
    cut |= room < length;
  }

  /** What was kept so far; says so if the rest was cut off. */
  synchronized String text() {
    String text = kept.toString(StandardCharsets.UTF_8);
    return cut ? text + "\n[output cut after " + limit + " bytes]\n" : text;
  }

  /** Waits for the end of the stream; false if it did not come in time. */
  boolean awaitEnd(Duration patience) throws InterruptedException {
    return reader.join(patience);
  }
}
