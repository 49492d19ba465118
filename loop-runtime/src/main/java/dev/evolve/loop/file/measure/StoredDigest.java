package dev.evolve.loop.file.measure;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.file.FileCheckpointStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the store of a finished round holds.
 *
 * @param digest of the last digests of all loops
 * @param missing steps that it does not hold, and loops that it has go on
 * @param twice steps that it holds twice or out of order
 * @param compacted whether it was ever compacted
 */
record StoredDigest(long digest, long missing, long twice, boolean compacted) {

  static StoredDigest of(KillRound round) throws IOException {
    Map<String, Long> steps = new TreeMap<>();
    Map<String, Long> digests = new TreeMap<>();
    long[] twice = {0};
    long unfinished;
    try (FileCheckpointStore store =
        FileCheckpointStore.open(round.directory(), KillRound.SETTINGS)) {
      unfinished = store.load().size();
      store.readEvents(
          step -> {
            for (StreamChunk event : step.events()) {
              long seen = steps.merge(step.loopId(), 1L, Long::sum);
              twice[0] += event.sequence() == seen - 1 ? 0 : 1;
              digests.put(step.loopId(), Long.parseLong(event.data()));
            }
          });
    }
    long stored = steps.values().stream().mapToLong(Long::longValue).sum();
    long missing = Math.max(0, round.loops() * round.steps() - stored) + unfinished;
    return new StoredDigest(digests.toString().hashCode(), missing, twice[0], compacted(round));
  }

  private static boolean compacted(KillRound round) throws IOException {
    try (Stream<Path> files = Files.list(round.directory())) {
      return files.anyMatch(file -> file.getFileName().toString().startsWith("snapshot"));
    }
  }
}
