package dev.evolve.serving.video;

import dev.evolve.loop.WorkPayload;
import dev.evolve.serving.guidance.GuidanceSpec;
import dev.evolve.serving.schedule.SolverStep;
import dev.evolve.serving.tensor.Tensor;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** What steps of the video loops are to do. */
public sealed interface VideoWork extends WorkPayload {

  /** The part of the model that does it. */
  ComponentRef component();

  /**
   * Turn one prompt into its embedding.
   *
   * @param component the encoder
   * @param prompt the text
   */
  record EncodePrompt(ComponentRef component, String prompt) implements VideoWork {}

  /**
   * Take one denoise step of a clip: a forward for each branch, guidance, the solver.
   *
   * @param component the expert
   * @param latent the clip before the step
   * @param prompts embedding of each branch that must be computed
   * @param solver the step
   * @param guidance how branches are combined
   * @param preview whether the latent after the step is shown
   */
  record DenoiseStep(
      ComponentRef component,
      Tensor latent,
      SortedMap<String, Tensor> prompts,
      SolverStep solver,
      GuidanceSpec guidance,
      boolean preview)
      implements VideoWork {

    public DenoiseStep {
      prompts = Collections.unmodifiableSortedMap(new TreeMap<>(prompts));
    }
  }

  /** A step of one chunk of a clip that grows. */
  sealed interface ChunkWork extends VideoWork {

    /** The chunk's latent. */
    Tensor latent();

    /** Embedding of the prompt. */
    Tensor prompt();

    /** Where the chunk stands and what it sees. */
    ChunkPlace place();

    /** Noise level of the latent. */
    double sigma();
  }

  /**
   * Take one denoise step of a chunk.
   *
   * @param component the expert
   * @param latent the chunk before the step
   * @param prompt embedding of the prompt
   * @param place where the chunk stands
   * @param solver the step
   */
  record DenoiseChunk(
      ComponentRef component, Tensor latent, Tensor prompt, ChunkPlace place, SolverStep solver)
      implements ChunkWork {

    @Override
    public double sigma() {
      return solver.sigma();
    }
  }

  /**
   * Compute and keep the keys and values of a finished chunk, for those that come after it.
   *
   * @param component the expert
   * @param latent the finished chunk
   * @param prompt embedding of the prompt
   * @param place where the chunk stands
   */
  record KeepChunk(ComponentRef component, Tensor latent, Tensor prompt, ChunkPlace place)
      implements ChunkWork {

    @Override
    public double sigma() {
      return 0;
    }
  }

  /**
   * Turn a band of a clip into pixels.
   *
   * @param component the decoder
   * @param band the band
   * @param place where its pixels go
   */
  record DecodeTile(ComponentRef component, Band band, TilePlace place) implements VideoWork {}

  /**
   * Where a chunk stands in its clip.
   *
   * @param chunk its index, from 0
   * @param window how many chunks before it are seen, at least 1
   * @param keepsAll whether chunks that fall out of the window stay in the cache all the same
   */
  record ChunkPlace(int chunk, int window, boolean keepsAll) {

    /** Index of the first chunk that this one sees; its own if it sees none. */
    public int firstSeen() {
      return Math.max(0, chunk - window);
    }
  }

  /**
   * Where pixels go in the output stream.
   *
   * @param sequence position in the stream
   * @param startMs where they begin on the clip's time line
   * @param endMs where they end there
   * @param last whether the stream ends with them
   */
  record TilePlace(long sequence, long startMs, long endMs, boolean last) {}
}
