package dev.evolve.app.bench.search;

import dev.evolve.app.bench.BenchResult;
import dev.evolve.app.bench.BenchSetting;
import dev.evolve.app.bench.profiles.ProfileLookupSection;
import java.util.List;

/** How fast the service says which configuration is the best that is known. */
final class ProfileSection implements SearchBench.Section {

  @Override
  public String title() {
    return "profile lookup by REST";
  }

  @Override
  public List<BenchResult> measure(BenchSetting setting, SearchData data) {
    return ProfileLookupSection.run(setting, SearchBench.NAME);
  }
}
