package dev.evolve.git;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;

/**
 * Takes objects in memory and forgets them when closed, so that a diff or a verification leaves a
 * repository as it was. Its reader sees what was inserted and what the repository holds.
 */
public final class UnstoredObjects extends ObjectInserter.Formatter {

  private final Repository repository;
  private final Map<ObjectId, ObjectLoader> inserted = new HashMap<>();

  /**
   * @param repository what else the reader sees
   */
  public UnstoredObjects(Repository repository) {
    this.repository = repository;
  }

  @Override
  public ObjectId insert(int type, byte[] data, int offset, int length) {
    ObjectId id = idFor(type, data, offset, length);
    byte[] content = Arrays.copyOfRange(data, offset, offset + length);
    inserted.put(id, new ObjectLoader.SmallObject(type, content));
    return id;
  }

  @Override
  public ObjectId insert(int objectType, long length, InputStream in) throws IOException {
    return insert(objectType, in.readNBytes(Math.toIntExact(length)));
  }

  @Override
  public ObjectId insert(int type, byte[] data) {
    return insert(type, data, 0, data.length);
  }

  @Override
  public ObjectReader newReader() {
    return new Reader(repository.newObjectReader());
  }

  /** Sees what was inserted first. */
  private final class Reader extends ObjectReader {

    private final ObjectReader stored;

    Reader(ObjectReader stored) {
      this.stored = stored;
    }

    @Override
    public ObjectReader newReader() {
      return new Reader(stored.newReader());
    }

    @Override
    public Collection<ObjectId> resolve(AbbreviatedObjectId id) throws IOException {
      return stored.resolve(id);
    }

    @Override
    public boolean has(AnyObjectId objectId, int typeHint) throws IOException {
      return inserted.containsKey(objectId.toObjectId()) || stored.has(objectId, typeHint);
    }

    @Override
    public ObjectLoader open(AnyObjectId objectId, int typeHint) throws IOException {
      ObjectLoader loader = inserted.get(objectId.toObjectId());
      if (loader == null) {
        return stored.open(objectId, typeHint);
      }
      if (typeHint != OBJ_ANY && loader.getType() != typeHint) {
        throw new MissingObjectException(objectId.toObjectId(), typeHint);
      }
      return loader;
    }

    @Override
    public Set<ObjectId> getShallowCommits() throws IOException {
      return stored.getShallowCommits();
    }

    @Override
    public void close() {
      stored.close();
    }
  }
}
