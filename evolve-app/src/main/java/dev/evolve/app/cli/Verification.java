package dev.evolve.app.cli;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.promotion.CommitterIdentity;
import dev.evolve.promotion.PackRepositories;
import dev.evolve.provenance.AllowedSigners;
import dev.evolve.provenance.CommitVerifier;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.provenance.VerificationReport;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Checks a landed change offline, with no trust in the service. */
final class Verification {

  private final Path home;
  private final @Nullable Path repository;
  private final @Nullable Path allowedSigners;

  /**
   * @param home where known repositories and the key of this installation are
   * @param repository where to look for the commit; null for every known repository
   * @param allowedSigners whom to trust; null for the signers of the home
   */
  Verification(Path home, @Nullable Path repository, @Nullable Path allowedSigners) {
    this.home = home;
    this.repository = repository;
    this.allowedSigners = allowedSigners;
  }

  /** Prints every check; true if all hold. */
  boolean print(String commit, PrintStream out) {
    PackRepositories.Located located = locate(commit);
    VerificationReport report =
        new CommitVerifier(trusted()).verify(located.repository(), located.commit());
    out.println("verify " + report.commit() + " in " + located.repository());
    for (VerificationReport.Check check : report.checks()) {
      out.printf("  %-4s %-28s %s%n", check.ok() ? "ok" : "FAIL", check.name(), check.detail());
    }
    out.println(report.ok() ? "verified" : "NOT VERIFIED");
    return report.ok();
  }

  private PackRepositories.Located locate(String commit) {
    if (repository != null) {
      return new PackRepositories.Located(repository.toAbsolutePath().normalize(), commit);
    }
    return new PackRepositories(
            home,
            CommitterIdentity.EVOLVE,
            SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom()).key(),
            InstantSource.system())
        .find(commit)
        .orElseThrow(
            () ->
                new EvolveException(
                    ErrorCode.NOT_FOUND,
                    "no repository known to "
                        + home
                        + " has a commit "
                        + commit
                        + "; name one with --repository"));
  }

  private AllowedSigners trusted() {
    return allowedSigners == null
        ? SigningKeys.openOrCreate(home, "evolve@localhost", new SecureRandom()).trusted()
        : AllowedSigners.read(allowedSigners);
  }
}
