package dev.evolve.app.replay;

import dev.evolve.search.prior.KnownSpace;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import dev.evolve.search.replay.MeasuredSpace;
import dev.evolve.search.space.Parameter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Measured spaces as what a search remembers of the same kernel elsewhere. */
public final class Memories {

  private Memories() {}

  /** All that was measured of some spaces. */
  public static Prior of(List<MeasuredSpace> spaces) {
    return new Prior(spaces.stream().map(Memories::known).toList());
  }

  /** The same configurations with each other's values: a memory that says nothing true. */
  public static Prior shuffled(Prior prior, long seed) {
    return new Prior(prior.sources().stream().map(known -> shuffled(known, seed)).toList());
  }

  private static KnownSpace known(MeasuredSpace space) {
    List<Parameter> parameters = space.space().parameters();
    List<KnownTrial> trials = new ArrayList<>();
    for (int row = 0; row < space.size(); row++) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < parameters.size(); i++) {
        values.add(parameters.get(i).at(space.at(row).place(i)));
      }
      double value = space.value(row);
      trials.add(Double.isNaN(value) ? KnownTrial.failed(values) : KnownTrial.ran(values, value));
    }
    return new KnownSpace(
        space.name(), 0, parameters.stream().map(Parameter::name).toList(), trials);
  }

  private static KnownSpace shuffled(KnownSpace known, long seed) {
    List<KnownTrial> outcomes = new ArrayList<>(known.trials());
    Collections.shuffle(outcomes, new Random(seed));
    List<KnownTrial> trials = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      KnownTrial outcome = outcomes.get(i);
      trials.add(
          new KnownTrial(known.trials().get(i).values(), outcome.hasFailed(), outcome.value()));
    }
    return new KnownSpace(known.name(), known.ageDays(), known.parameters(), trials);
  }
}
