package dev.evolve.app.bus;

import dev.evolve.json.Json;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import java.nio.charset.StandardCharsets;

/**
 * A checkpoint as the log holds it. The state stays text within the JSON, so that it comes back
 * with the same bytes.
 */
record StoredCheckpoint(String loopId, String kind, long stepIndex, Status status, String state) {

  static byte[] encode(Checkpoint checkpoint) {
    return Json.writeBytes(
        new StoredCheckpoint(
            checkpoint.loopId(),
            checkpoint.kind(),
            checkpoint.stepIndex(),
            checkpoint.status(),
            new String(checkpoint.state(), StandardCharsets.UTF_8)));
  }

  static Checkpoint decode(byte[] json) {
    StoredCheckpoint stored = Json.read(json, StoredCheckpoint.class);
    return new Checkpoint(
        stored.loopId(),
        stored.kind(),
        stored.stepIndex(),
        stored.status(),
        stored.state().getBytes(StandardCharsets.UTF_8));
  }
}
