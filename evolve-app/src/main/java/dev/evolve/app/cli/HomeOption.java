package dev.evolve.app.cli;

import java.nio.file.Path;

/** Where this installation keeps its state; the front door passes EVOLVE_HOME on. */
public final class HomeOption {

  private HomeOption() {}

  /** Value of the system property {@code evolve.home}, or {@code ~/.evolve}. */
  public static Path home() {
    String home = System.getProperty("evolve.home");
    return home == null || home.isBlank()
        ? Path.of(System.getProperty("user.home"), ".evolve").toAbsolutePath()
        : Path.of(home).toAbsolutePath().normalize();
  }

  /** Name of the person at the keyboard, as the operating system knows them. */
  static String person() {
    return System.getProperty("user.name", "unknown");
  }
}
