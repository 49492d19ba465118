package dev.evolve.pack;

/**
 * Where a pack's code is: a commit of a git repository.
 *
 * @param repository absolute path of the repository (bare, or its working directory)
 * @param branch the branch that changes land on
 * @param commit full hash of the commit that a campaign starts from
 * @param directory directory of the pack in the tree, empty for the root
 */
public record PackSource(String repository, String branch, String commit, String directory) {}
