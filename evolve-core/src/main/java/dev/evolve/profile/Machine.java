package dev.evolve.profile;

import dev.evolve.json.Digests;
import dev.evolve.json.Json;
import dev.evolve.pack.HardwareProfile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A hardware profile in the two halves that profiles are looked up by: the stock keeping unit,
 * which is the hardware that somebody buys, and the environment on it, which an update changes. A
 * profile is served only where both agree; on the same unit in another environment it is stale.
 *
 * @param unit what cannot be installed
 * @param environment what can
 */
public record Machine(Unit unit, Environment environment) {

  private static final String DRIVER = "driver";

  /**
   * The halves of a profile. Memory is in neither: kernels report a little more or less of the same
   * modules.
   */
  public static Machine of(HardwareProfile profile) {
    SortedMap<String, String> devices = new TreeMap<>(profile.accelerators());
    SortedMap<String, String> drivers = new TreeMap<>(profile.accelerators());
    devices.keySet().removeIf(name -> name.endsWith(DRIVER));
    drivers.keySet().removeIf(name -> !name.endsWith(DRIVER));
    return new Machine(
        new Unit(profile.architecture(), profile.cpuModel(), profile.cores(), devices),
        new Environment(
            profile.os(),
            profile.microcode(),
            profile.compiler(),
            profile.compilerSha256(),
            drivers));
  }

  /** Identity of the unit, which profiles are keyed by. */
  public String sku() {
    return unit.id();
  }

  /**
   * The hardware.
   *
   * @param architecture such as {@code amd64}
   * @param cpuModel as the machine names it
   * @param cores logical processors
   * @param devices accelerators by name
   */
  public record Unit(
      String architecture, String cpuModel, int cores, SortedMap<String, String> devices) {

    public Unit {
      devices = Collections.unmodifiableSortedMap(new TreeMap<>(devices));
    }

    /** The first 16 hex digits of the SHA-256 of its JSON. */
    public String id() {
      return Digests.sha256(Json.writeBytes(this)).substring(0, 16);
    }

    /** One line for people. */
    public String describe() {
      String processor = cpuModel + " (" + architecture + ", " + cores + " cores)";
      return devices.isEmpty()
          ? processor
          : processor + " with " + String.join(", ", devices.values());
    }
  }

  /**
   * What runs on the hardware.
   *
   * @param os kernel and version
   * @param microcode version
   * @param compiler first line of the compiler's version
   * @param compilerSha256 hash of the compiler's executable
   * @param drivers version of each accelerator's driver
   */
  public record Environment(
      String os,
      String microcode,
      String compiler,
      String compilerSha256,
      SortedMap<String, String> drivers) {

    public Environment {
      drivers = Collections.unmodifiableSortedMap(new TreeMap<>(drivers));
    }

    /** The first 16 hex digits of the SHA-256 of its JSON. */
    public String fingerprint() {
      return Digests.sha256(Json.writeBytes(this)).substring(0, 16);
    }

    /** What is different in {@code other}, one phrase each; empty if nothing is. */
    public List<String> differences(Environment other) {
      List<String> found = new ArrayList<>();
      compare("kernel", os, other.os, found);
      compare("microcode", microcode, other.microcode, found);
      compare("compiler", compiler, other.compiler, found);
      if (compiler.equals(other.compiler)) {
        compare("compiler's executable", compilerSha256, other.compilerSha256, found);
      }
      compare("drivers", drivers.toString(), other.drivers.toString(), found);
      return List.copyOf(found);
    }

    private static void compare(String what, String mine, String theirs, List<String> found) {
      if (!mine.equals(theirs)) {
        found.add(what + " was " + mine + " and is " + theirs);
      }
    }
  }
}
