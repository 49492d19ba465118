package dev.evolve.search.prior;

import dev.evolve.search.space.Parameter;
import dev.evolve.search.space.Space;
import java.util.List;

/**
 * A prior as it is seen from a space: what each source says of any of its points. Made once it
 * serves any number of searches of that space, also at the same time; it does not change.
 */
public final class Remembered {

  private final List<Parameter> parameters;
  private final List<Recollection> sources;
  private final List<Recollection> used;

  private Remembered(List<Parameter> parameters, List<Recollection> sources) {
    this.parameters = parameters;
    this.sources = sources;
    this.used = sources.stream().filter(source -> !source.isMute()).toList();
  }

  /** Fits a model of every source's knobs, which takes a moment for thousands of trials. */
  public static Remembered of(Prior prior, Space space) {
    return new Remembered(
        space.parameters(),
        prior.sources().stream().map(source -> new Recollection(source, space)).toList());
  }

  /** All sources, in the order of the prior. */
  List<Recollection> sources() {
    return sources;
  }

  /** Those that say anything of the space. */
  List<Recollection> used() {
    return used;
  }

  /** True if it was made for a space of these parameters. */
  boolean isOf(Space space) {
    return parameters.equals(space.parameters());
  }
}
