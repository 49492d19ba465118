package dev.evolve.loop.capture;

import dev.evolve.loop.port.WorkExecutor.Work;
import java.util.List;

/**
 * A captured sequence of kernel calls, bound to buffers of its own. It is given one batch at a
 * time: the next one only when every work of the last is answered.
 */
public interface Graph extends AutoCloseable {

  /** Bytes that its buffers keep for as long as it is open. */
  long workspaceBytes();

  /**
   * Executes the works, as many as it was captured for, on the inputs that they carry, and answers
   * each through its completion, now or later. Answers hold copies: the buffers may be written
   * again as soon as the last work is answered.
   *
   * @throws GraphMismatchException if an input does not fit the captured buffers; nothing has been
   *     executed then
   */
  void replay(List<Work> works);

  /** Frees the buffers; called once, when no work of it is under way. */
  @Override
  void close();
}
