package dev.evolve.app;

/** The front door of the jar. */
public final class EvolveCommand {

  private EvolveCommand() {}

  /** Runs a command. */
  public static void main(String[] arguments) {
    System.exit(arguments.length == 0 ? 2 : 0);
  }
}
