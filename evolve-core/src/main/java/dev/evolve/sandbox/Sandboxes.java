package dev.evolve.sandbox;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the best sandbox of this machine by running a command in each that tries to get out. A
 * technology that is installed but does not hold is not used.
 */
public final class Sandboxes {

  private static final Logger LOG = LoggerFactory.getLogger(Sandboxes.class);

  /** Says {@code contained} only if the network, a file outside and the system are out of reach. */
  private static final String PROBE =
      """
      test ! -e "$1" || { echo "a file outside is visible"; exit 1; }
      (: > /usr/evolve-probe) 2> /dev/null && { echo "/usr is writable"; exit 1; }
      interfaces=$(grep -c : /proc/net/dev)
      test "$interfaces" -le 1 || { echo "$interfaces network interfaces"; exit 1; }
      (: > /tmp/evolve-probe) || { echo "/tmp is not writable"; exit 1; }
      echo contained
      """;

  private Sandboxes() {}

  /** Which technology to use. */
  public enum Choice {
    /** bubblewrap, or else unshare; never none. */
    AUTOMATIC,
    BUBBLEWRAP,
    UNSHARE,
    /** No protection, for code that its user trusts. */
    UNPROTECTED
  }

  /**
   * The sandbox of this machine.
   *
   * @param state a directory of our own for the launcher and for what runs leave; never visible
   *     inside
   * @param choice which technology
   * @param clock tells the time where no launcher can
   * @throws EvolveException SANDBOX_UNAVAILABLE, with what was tried and why it does not hold
   */
  public static Sandbox detect(Path state, Choice choice, InstantSource clock) {
    Path home = state.toAbsolutePath().normalize();
    List<EnclosedSandbox> candidates = candidates(home, choice, clock);
    if (choice == Choice.UNPROTECTED) {
      return candidates.getFirst();
    }
    List<String> refused = new ArrayList<>();
    for (EnclosedSandbox candidate : candidates) {
      Optional<String> problem = problemWith(candidate, home);
      if (problem.isEmpty()) {
        return candidate;
      }
      LOG.info("{} is not used: {}", candidate.technology(), problem.get());
      refused.add(candidate.technology() + ": " + problem.get());
    }
    throw new EvolveException(
        ErrorCode.SANDBOX_UNAVAILABLE,
        "no sandbox holds on this machine ("
            + String.join("; ", refused)
            + "). Install bubblewrap, or allow user namespaces for util-linux unshare.");
  }

  private static List<EnclosedSandbox> candidates(Path home, Choice choice, InstantSource clock) {
    Optional<Launcher> launcher = Launcher.obtain(home.resolve("launcher"));
    ControlGroups groups = ControlGroups.detect();
    boolean root = isRoot();
    return enclosures(choice, root).stream()
        .map(
            enclosure ->
                new EnclosedSandbox(enclosure, launcher, groups, home.resolve("runs"), clock, root))
        .toList();
  }

  private static List<Enclosure> enclosures(Choice choice, boolean root) {
    List<Enclosure> enclosures = new ArrayList<>();
    if (choice == Choice.UNPROTECTED) {
      return List.of(new OpenEnclosure());
    }
    if (choice != Choice.UNSHARE) {
      enclosures.add(new BubblewrapEnclosure());
    }
    if (choice != Choice.BUBBLEWRAP) {
      enclosures.add(new UnshareEnclosure(true));
      if (root) {
        enclosures.add(new UnshareEnclosure(false));
      }
    }
    return enclosures;
  }

  private static boolean isRoot() {
    try {
      return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  private static Optional<String> problemWith(EnclosedSandbox sandbox, Path home) {
    try {
      Path directory = Files.createDirectories(home.resolve("probe"));
      Path outside = Files.writeString(home.resolve("probe-outside"), "not for commands");
      SandboxResult result = sandbox.run(probe(directory, outside));
      String said = (result.standardOutput() + result.standardError()).strip();
      return said.equals("contained") ? Optional.empty() : Optional.of(said);
    } catch (IOException | EvolveException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }

  private static SandboxCommand probe(Path directory, Path outside) {
    return new SandboxCommand(
        List.of("sh", "-c", PROBE, "sh", outside.toString()),
        directory,
        List.of(),
        List.of(),
        new TreeMap<>(),
        new SandboxLimits(Duration.ofSeconds(20), 256L << 20, 32, 1L << 20, 4096),
        null);
  }
}
