package dev.evolve.serving.video;

import dev.evolve.loop.capture.Graph;
import dev.evolve.loop.port.WorkExecutor.Work;
import java.util.List;
import java.util.concurrent.Executor;

/** The forwards of a batch of steps, bound to buffers of its own. */
final class VideoGraph implements Graph {

  private final VideoEngine engine;
  private final Workspace workspace;
  private final Executor thread;

  VideoGraph(VideoEngine engine, long workspaceBytes, Executor thread) {
    this.engine = engine;
    this.workspace = new Workspace(workspaceBytes);
    this.thread = thread;
  }

  @Override
  public long workspaceBytes() {
    return workspace.capacityBytes();
  }

  @Override
  public void replay(List<Work> works) {
    thread.execute(() -> engine.replay(works, workspace));
  }

  @Override
  public void close() {
    workspace.close();
  }
}
