package dev.evolve.loop.file.measure;

/**
 * What a number of kills did to the steps of loops.
 *
 * @param kills processes that were killed while they ran
 * @param rounds times that all loops were driven to their end
 * @param acknowledged steps that the processes had acknowledged, in all rounds
 * @param lost acknowledged steps that a store did not hold when it was opened again
 * @param appliedTwice steps that were acknowledged twice, or that a store holds twice
 * @param missing steps of a whole round that a store did not hold in the end
 * @param digest of the steps that an uninterrupted run stored
 * @param differentDigests rounds whose digest is another one
 * @param compactedRounds rounds whose store was compacted at least once
 */
public record KillReport(
    int kills,
    int rounds,
    long acknowledged,
    long lost,
    long appliedTwice,
    long missing,
    long digest,
    int differentDigests,
    int compactedRounds) {

  /** Whether nothing was lost or done twice, and all rounds came out the same. */
  public boolean isClean() {
    return lost == 0 && appliedTwice == 0 && missing == 0 && differentDigests == 0;
  }
}
