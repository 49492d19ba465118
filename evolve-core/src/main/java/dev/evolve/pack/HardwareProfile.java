package dev.evolve.pack;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The machine that something was measured on. A result on one profile says nothing of another.
 *
 * @param architecture such as {@code amd64}
 * @param cpuModel as the machine names it
 * @param cores logical processors
 * @param memoryBytes main memory
 * @param os kernel and version
 * @param microcode version, or {@code unknown}
 * @param compiler first line of the C compiler's version
 * @param compilerSha256 hash of the compiler's executable, or {@code unknown}
 * @param accelerators driver and device by name; empty without any
 */
public record HardwareProfile(
    String architecture,
    String cpuModel,
    int cores,
    long memoryBytes,
    String os,
    String microcode,
    String compiler,
    String compilerSha256,
    SortedMap<String, String> accelerators) {

  public HardwareProfile {
    accelerators = Collections.unmodifiableSortedMap(new TreeMap<>(accelerators));
  }

  /** Identity of the profile: the first 16 hex digits of the SHA-256 of its JSON. */
  public String id() {
    return Digests.sha256(Json.writeBytes(this)).substring(0, 16);
  }
}
