package dev.evolve.git;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.merge.MergeStrategy;
import org.eclipse.jgit.merge.ResolveMerger;
import org.eclipse.jgit.merge.ThreeWayMerger;

/** Takes a change out of a tree that has moved on since. */
public final class ThreeWayTrees {

  private ThreeWayTrees() {}

  /** What came of it. */
  public sealed interface Outcome {
    /** The tree without the change. */
    record Merged(ObjectId tree) implements Outcome {}

    /** Files in which later changes touch the same lines. */
    record Conflict(List<String> paths) implements Outcome {
      public Conflict {
        paths = List.copyOf(paths);
      }
    }
  }

  /**
   * The tree {@code now} without what lies between {@code before} and {@code after}.
   *
   * @param inserter where new objects go
   */
  public static Outcome without(
      ObjectInserter inserter, AnyObjectId before, AnyObjectId after, AnyObjectId now)
      throws IOException {
    ThreeWayMerger merger =
        (ThreeWayMerger) MergeStrategy.RESOLVE.newMerger(inserter, new Config());
    merger.setBase(after);
    if (merger.merge(false, now, before)) {
      return new Outcome.Merged(merger.getResultTreeId().copy());
    }
    List<String> paths =
        merger instanceof ResolveMerger resolve ? resolve.getUnmergedPaths() : List.of();
    return new Outcome.Conflict(paths);
  }
}
