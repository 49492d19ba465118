package dev.evolve.workspace;

import java.nio.file.Path;

/**
 * A tree in a directory of its own.
 *
 * @param tree the directory that holds the tree's root
 * @param pack the pack's directory in it
 * @param treeId git's hash of the tree
 */
public record Checkout(Path tree, Path pack, String treeId) {}
