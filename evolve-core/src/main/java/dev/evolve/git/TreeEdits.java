package dev.evolve.git;

import java.io.IOException;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.dircache.DirCacheEditor;
import org.eclipse.jgit.dircache.DirCacheEntry;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;

/** Makes a tree from another by putting one file into it. */
public final class TreeEdits {

  private TreeEdits() {}

  /**
   * The tree with the file at {@code path} having that content; everything else is kept.
   *
   * @throws IOException if the tree cannot be read, or a file stands where a directory is needed
   */
  public static ObjectId put(
      ObjectInserter inserter, AnyObjectId tree, String path, FileMode mode, byte[] content)
      throws IOException {
    DirCache index = DirCache.newInCore();
    try (ObjectReader reader = inserter.newReader()) {
      DirCacheBuilder builder = index.builder();
      builder.addTree(new byte[0], DirCacheEntry.STAGE_0, reader, tree);
      builder.finish();
    }
    ObjectId blob = inserter.insert(Constants.OBJ_BLOB, content);
    DirCacheEditor editor = index.editor();
    editor.add(
        new DirCacheEditor.PathEdit(path) {
          @Override
          public void apply(DirCacheEntry entry) {
            entry.setFileMode(mode);
            entry.setObjectId(blob);
          }
        });
    editor.finish();
    return index.writeTree(inserter);
  }
}
