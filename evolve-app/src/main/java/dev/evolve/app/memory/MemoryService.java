package dev.evolve.app.memory;

import dev.evolve.search.prior.Prior;
import java.util.List;

/**
 * The memory of trials and the commands on it. A command answers when its outcome is in the log of
 * record; the memory itself, in the graph, follows. Every method throws {@code EvolveException}:
 * NOT_FOUND, INVALID_REQUEST, CONFLICT, LOG_UNAVAILABLE, GRAPH_UNAVAILABLE.
 */
public interface MemoryService {

  /** Remembers every configuration in a tuning result. */
  MemoryEntry importTrials(ImportFile file);

  /** Remembers an import no longer. */
  MemoryEntry forget(String importId, String reason, String person);

  /** What is remembered, ordered by kernel, machine, shape and origin. */
  List<MemoryEntry> entries(String kernel);

  /**
   * What a search of a kernel may start from: the newest sets, each bounded to its best trials and
   * a spread of the others.
   */
  Prior prior(String kernel);

  /**
   * A tuning result.
   *
   * @param content the whole file: a cache file of Kernel Tuner, or a T4 file
   * @param source name of the file, for people
   * @param kernel the pack or kernel that it is of; empty for the one that the file names
   * @param hardware what names the machine; empty for the device that the file names
   * @param shape the input that it is of; empty for the problem size that the file names
   * @param person who brings it in
   */
  record ImportFile(
      String content, String source, String kernel, String hardware, String shape, String person) {}
}
