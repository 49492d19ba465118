package dev.evolve.loop.cache;

import dev.evolve.loop.CacheOp;
import dev.evolve.loop.CachePlan;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkUnitKind;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can change a cached value. Two keys are equal exactly when all components are, so
 * a value that is found under a key is the value that would be computed.
 *
 * @param model the model that computes it
 * @param component the part of the model, such as {@code text-encoder}; unique among the models
 *     that share a manager
 * @param weightsVersion version of that part's weights
 * @param adapters versions of the adapters that are applied, by name
 * @param precision element type of the computation
 * @param shape shape of the work
 * @param seed seed of the request; null where the value does not depend on it
 * @param inputHashes hashes of the inputs, by name
 * @param step step of the trajectory; null where the value does not depend on it
 * @param contractVersion version of what the payload means
 */
public record CacheKey(
    String model,
    String component,
    String weightsVersion,
    SortedMap<String, String> adapters,
    String precision,
    ShapeSignature shape,
    @Nullable Long seed,
    SortedMap<String, String> inputHashes,
    @Nullable Long step,
    int contractVersion) {

  /** The version in force; rises whenever the meaning of a payload changes. */
  public static final int CONTRACT_VERSION = 1;

  public CacheKey {
    requireNamed("model", model);
    requireNamed("component", component);
    requireNamed("weights version", weightsVersion);
    requireNamed("precision", precision);
    adapters = Collections.unmodifiableSortedMap(new TreeMap<>(adapters));
    inputHashes = Collections.unmodifiableSortedMap(new TreeMap<>(inputHashes));
  }

  private static void requireNamed(String what, String value) {
    if (value.isBlank()) {
      throw new IllegalArgumentException("a cache key needs a " + what + ", found none");
    }
  }

  /** A key of one component; the rest is added step by step. */
  public static Builder of(String model, String component, String weightsVersion) {
    return new Builder(model, component, weightsVersion);
  }

  /**
   * The key as one line: equal keys give equal lines and different keys different ones. It is what
   * {@link CacheOp#key()} holds; {@link #parse} reads it again.
   */
  public String text() {
    return CacheKeyText.write(this);
  }

  /**
   * Reads what {@link #text} wrote.
   *
   * @throws IllegalArgumentException if it is no key
   */
  public static CacheKey parse(String text) {
    return CacheKeyText.read(text);
  }

  /** SHA-256 of {@link #text}, in hex: the key in a length that does not grow. */
  public String digest() {
    return CacheKeyText.digest(text());
  }

  /** The plan of a step whose whole result is a pure function of this key. */
  public CachePlan memo(String cacheClass) {
    return CachePlan.memo(cacheClass, text());
  }

  /** Collects the components of a key. Not thread-safe. */
  public static final class Builder {

    private final String model;
    private final String component;
    private final String weightsVersion;
    private final SortedMap<String, String> adapters = new TreeMap<>();
    private final SortedMap<String, String> inputHashes = new TreeMap<>();
    private String precision = "f32";
    private ShapeSignature shape = ShapeSignature.of(WorkUnitKind.CACHE_IO);
    private @Nullable Long seed;
    private @Nullable Long step;
    private int contractVersion = CONTRACT_VERSION;

    private Builder(String model, String component, String weightsVersion) {
      this.model = model;
      this.component = component;
      this.weightsVersion = weightsVersion;
    }

    /** Adds an adapter that is applied. */
    public Builder adapter(String name, String version) {
      adapters.put(name, version);
      return this;
    }

    /** Element type of the computation; {@code f32} unless told. */
    public Builder precision(String value) {
      precision = value;
      return this;
    }

    /** Shape of the work. */
    public Builder shape(ShapeSignature value) {
      shape = value;
      return this;
    }

    /** Seed, where the value depends on it. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /** Adds the hash of an input. */
    public Builder input(String name, String hash) {
      inputHashes.put(name, hash);
      return this;
    }

    /** Step of the trajectory, where the value depends on it. */
    public Builder step(long value) {
      step = value;
      return this;
    }

    /** Another contract version than the one in force. */
    public Builder contractVersion(int value) {
      contractVersion = value;
      return this;
    }

    /** The key. */
    public CacheKey build() {
      return new CacheKey(
          model,
          component,
          weightsVersion,
          adapters,
          precision,
          shape,
          seed,
          inputHashes,
          step,
          contractVersion);
    }
  }
}
