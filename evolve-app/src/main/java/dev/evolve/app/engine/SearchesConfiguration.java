package dev.evolve.app.engine;

import dev.evolve.app.bus.KafkaCheckpointStore;
import dev.evolve.app.campaigns.CampaignDirectory;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.app.searches.CampaignReports;
import dev.evolve.app.searches.SearchReports;
import dev.evolve.app.searches.SearchService;
import dev.evolve.app.searches.SearchStates;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.searches.CompiledSpaces;
import dev.evolve.searches.SearchWorker;
import dev.evolve.tuning.PackSearchSpaces;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Searches: those held for others, and reports on those of campaigns. */
@Configuration(proxyBeanMethods = false)
class SearchesConfiguration {

  @Bean
  CompiledSpaces compiledSpaces() {
    return new CompiledSpaces();
  }

  @Bean
  SearchWorker searchWorker(CompiledSpaces spaces, InstantSource clock) {
    return new SearchWorker(spaces, Strategies::create, clock);
  }

  @Bean
  SearchStates searchStates(KafkaCheckpointStore store) {
    return new SearchStates(store);
  }

  @Bean
  SearchService searchService(
      Loops loops,
      SearchStates states,
      CompiledSpaces spaces,
      SearchWorker worker,
      SearchReports reports,
      InstantSource clock,
      SecureRandom random) {
    return new SearchService(loops, states, spaces, worker, new UlidSource(clock, random), reports);
  }

  @Bean
  PackSearchSpaces packSearchSpaces() {
    return new PackSearchSpaces();
  }

  @Bean
  CampaignReports campaignReports(
      CampaignDirectory directory, PackSearchSpaces spaces, SearchReports reports) {
    return new CampaignReports(directory, spaces, reports);
  }

  @Bean
  SearchReports searchReports() {
    return new SearchReports();
  }
}
