package dev.evolve.app.cli;

import picocli.CommandLine.Option;

/** Options of every command that starts the service. */
public final class ServiceOptions {

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "port of the dashboard and the API (default: ${DEFAULT-VALUE})",
      defaultValue = "8080")
  private int port = 8080;

  @Option(
      names = "--allow-unprotected",
      description = "run proposals without a sandbox where the machine has none; recorded")
  private boolean allowUnprotected;

  /** Port to listen on. */
  int port() {
    return port;
  }

  /** Whether proposals may run without a sandbox. */
  boolean allowUnprotected() {
    return allowUnprotected;
  }
}
