package dev.evolve.serving.video;

import dev.evolve.serving.kernel.Kernels;
import java.lang.foreign.Arena;
import java.util.function.Function;

/** Where a forward gets its memory. */
interface ScratchSource {

  /** Runs a forward; what it returns holds nothing of the scratch. */
  <T> T with(Function<Scratch, T> forward);

  /** Fresh memory for each forward, freed when it ends. */
  static ScratchSource fresh(Kernels kernels) {
    return new ScratchSource() {
      @Override
      public <T> T with(Function<Scratch, T> forward) {
        try (Arena arena = Arena.ofConfined()) {
          return forward.apply(new Scratch(kernels, arena));
        }
      }
    };
  }

  /** The memory of a graph. */
  static ScratchSource of(Kernels kernels, Workspace workspace) {
    return new ScratchSource() {
      @Override
      public <T> T with(Function<Scratch, T> forward) {
        return forward.apply(new Scratch(kernels, workspace));
      }
    };
  }
}
