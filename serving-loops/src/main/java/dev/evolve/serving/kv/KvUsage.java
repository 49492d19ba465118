package dev.evolve.serving.kv;

/**
 * What a paged cache holds and what it has done.
 *
 * @param blocks all blocks
 * @param held blocks that belong to a sequence under way
 * @param cached blocks that no sequence holds but whose contents can still be reused
 * @param sequences sequences under way
 * @param reusedTokens tokens whose keys and values were found instead of computed, since the start
 * @param evictions cached blocks that were given up for others, since the start
 */
public record KvUsage(
    int blocks, int held, int cached, int sequences, long reusedTokens, long evictions) {

  /** Blocks without contents. */
  public int free() {
    return blocks - held - cached;
  }
}
