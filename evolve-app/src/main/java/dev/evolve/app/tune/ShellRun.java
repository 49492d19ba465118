package dev.evolve.app.tune;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a command of the user's in a shell, with a limit, and leaves none of its processes behind.
 *
 * @param exit exit code; that of a killed process if it took too long
 * @param isOverTime true if it was killed at its limit
 * @param output the end of what it printed to standard output
 * @param errors the end of what it printed to standard error
 * @param seconds wall time
 */
record ShellRun(int exit, boolean isOverTime, String output, String errors, double seconds) {

  private static final int KEPT = 1 << 18;
  private static final long KILL_WAIT_MS = 2_000;

  /** Runs a command; processes of it that outlive it are killed too. */
  static ShellRun of(String command, Map<String, String> environment, Duration limit)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    long begun = System.nanoTime();
    Process process = builder.start();
    Tree tree = new Tree(process);
    Thread hook = new Thread(tree::kill, "tune-kill");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      Tail output = Tail.of(process.getInputStream());
      Tail errors = Tail.of(process.getErrorStream());
      boolean ended = tree.await(limit);
      double seconds = (System.nanoTime() - begun) / 1e9;
      tree.kill();
      int exit = process.waitFor();
      return new ShellRun(exit, !ended, output.text(), errors.text(), seconds);
    } finally {
      tree.kill();
      removeHook(hook);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The program is ending, and the hook is at work.
    }
  }

  /** The last line that says something, for people. */
  String complaint() {
    String said = errors.isBlank() ? output : errors;
    String last = said.strip().lines().reduce("", (before, line) -> line).strip();
    return last.length() > 200 ? last.substring(0, 200) + "…" : last;
  }

  /**
   * A process with all that it started. Descendants are looked up again and again while it runs,
   * since a child whose parent has ended is nobody's descendant any more.
   */
  private static final class Tree {
    private static final long LOOK_MS = 50;

    private final Process process;
    private final List<ProcessHandle> seen = new ArrayList<>();

    Tree(Process process) {
      this.process = process;
    }

    boolean await(Duration limit) throws InterruptedException {
      long end = System.nanoTime() + limit.toNanos();
      while (true) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (process.waitFor(Math.clamp(left, 1, LOOK_MS), TimeUnit.MILLISECONDS)) {
          return true;
        }
        look();
        if (left <= 0) {
          return false;
        }
      }
    }

    private synchronized void look() {
      process.descendants().filter(child -> !seen.contains(child)).forEach(seen::add);
      seen.removeIf(child -> !child.isAlive());
    }

    synchronized void kill() {
      look();
      if (process.isAlive()) {
        // Destroying closes the streams, and what an ended process printed may not be read yet.
        process.destroyForcibly();
      }
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(KILL_WAIT_MS);
      while (!seen.isEmpty() && System.nanoTime() < end) {
        for (ProcessHandle child : List.copyOf(seen)) {
          child.descendants().filter(other -> !seen.contains(other)).forEach(seen::add);
          child.destroyForcibly();
        }
        seen.removeIf(child -> !child.isAlive());
        Thread.onSpinWait();
      }
    }
  }

  /** Reads a stream on a thread of its own and keeps its end. */
  private static final class Tail {
    private final StringBuilder text = new StringBuilder();
    private final Thread thread;

    private Tail(InputStream stream) {
      this.thread = Thread.ofVirtual().unstarted(() -> read(stream));
    }

    static Tail of(InputStream stream) {
      Tail tail = new Tail(stream);
      tail.thread.start();
      return tail;
    }

    private void read(InputStream stream) {
      byte[] buffer = new byte[8192];
      try (stream) {
        for (int read = stream.read(buffer); read >= 0; read = stream.read(buffer)) {
          keep(new String(buffer, 0, read, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        // The process was killed; what it printed before counts.
      }
    }

    private synchronized void keep(String more) {
      text.append(more);
      if (text.length() > 2 * KEPT) {
        text.delete(0, text.length() - KEPT);
      }
    }

    String text() throws InterruptedException {
      thread.join(Duration.ofSeconds(2));
      synchronized (this) {
        return text.toString();
      }
    }
  }
}
