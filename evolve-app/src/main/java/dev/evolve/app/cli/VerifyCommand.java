package dev.evolve.app.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code evolve verify COMMIT}. */
@Command(
    name = "verify",
    description = {
      "Check a landed change offline: signatures, envelope, gates, approval.",
      "Needs no running service. Exits with 1 if any check fails."
    },
    mixinStandardHelpOptions = true)
public final class VerifyCommand implements Callable<Integer> {

  @Parameters(paramLabel = "COMMIT", description = "merge, proposal or revert commit")
  private String commit;

  @Option(
      names = "--repository",
      paramLabel = "DIR",
      description = "repository that has the commit (default: every one known to this home)")
  private @Nullable Path repository;

  @Option(
      names = "--allowed-signers",
      paramLabel = "FILE",
      description = "whom to trust, in ssh's format (default: keys/allowed_signers of this home)")
  private @Nullable Path allowedSigners;

  @Override
  public Integer call() {
    return new Verification(HomeOption.home(), repository, allowedSigners).print(commit, System.out)
        ? 0
        : 1;
  }
}
