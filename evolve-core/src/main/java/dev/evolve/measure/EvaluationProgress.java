package dev.evolve.measure;

/** Follows an evaluation while it runs. Called on the evaluating thread; must not block. */
public interface EvaluationProgress {

  /** Tells nobody. */
  EvaluationProgress NONE =
      new EvaluationProgress() {
        @Override
        public void planned(String text) {}

        @Override
        public void built(BuildRecord build) {}

        @Override
        public void ran(BenchRun run, int done, int total) {}

        @Override
        public void soaked(String text, int done, int total) {}
      };

  /** What the runs that follow will be able to show. */
  void planned(String text);

  /** A build has ended. */
  void built(BuildRecord build);

  /** A run has ended; {@code done} of {@code total} so far. */
  void ran(BenchRun run, int done, int total);

  /** A soak goes on; {@code done} of {@code total} samples so far. */
  void soaked(String text, int done, int total);
}
