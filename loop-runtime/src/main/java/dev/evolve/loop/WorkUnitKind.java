package dev.evolve.loop;

import java.util.Locale;

/** The kinds of work that loops plan: those of serving, then those of evolution campaigns. */
public enum WorkUnitKind {
  AR_PREFILL,
  AR_TOKEN,
  DIFFUSION_STEP,
  DIFFUSION_WINDOW,
  CHUNK_STEP,
  ENCODER_CHUNK,
  VAE_TILE,
  AUDIO_CHUNK,
  REWARD_BATCH,
  LOGPROB_BATCH,
  TRANSFER,
  CACHE_IO,
  GRAPH_CAPTURE,
  /** Check out and pin the code that a campaign starts from. */
  CHECKOUT,
  /** Build a candidate or the baseline in a sandbox. */
  BUILD,
  /** Run benches and collect samples. */
  MEASURE,
  /** Judge evidence. */
  GATE,
  /** Move live traffic. */
  TRAFFIC_SHIFT,
  /** Change a git repository or the artifact store. */
  FORGE,
  /** Wait for a signal or a deadline. */
  WAIT;

  /** The name on the wire and in metrics, such as {@code ar_prefill}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
