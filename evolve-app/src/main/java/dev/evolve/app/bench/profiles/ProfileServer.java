package dev.evolve.app.bench.profiles;

import dev.evolve.app.profiles.ProfileService;
import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.app.services.EvolveServicesProperties;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileRules;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/**
 * The part of the service that answers lookups: its web server, security, controller and errors,
 * over a log in memory. Not a configuration class by annotation, so that the service itself does
 * not find it.
 */
@EnableAutoConfiguration
@EnableConfigurationProperties(EvolveServicesProperties.class)
@ComponentScan(
    basePackages = {"dev.evolve.app.api", "dev.evolve.app.security"},
    useDefaultFilters = false,
    includeFilters =
        @ComponentScan.Filter(
            type = FilterType.REGEX,
            pattern = ".*\\.(ProfileController|ProblemAdvice|SecurityConfiguration)"))
class ProfileServer {

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }

  @Bean
  ProfileViews profileViews(BenchHistory history) {
    InstantSource clock = InstantSource.system();
    ProfileViews views = new ProfileViews(ProfileRules.STANDARD, BenchHistory.machine(0), clock);
    history.tell(views, clock.instant());
    return views;
  }

  @Bean
  ProfileService profileService() {
    return new ReadOnly();
  }

  /** Nothing is written while lookups are timed. */
  private static final class ReadOnly implements ProfileService {

    @Override
    public ProfileEntry importResult(ImportResult command) {
      throw refused();
    }

    @Override
    public ProfileEntry quarantine(String profileId, Decision decision) {
      throw refused();
    }

    @Override
    public ProfileEntry pin(String profileId, boolean pinned, Decision decision) {
      throw refused();
    }

    @Override
    public String revalidate(String profileId, String person) {
      throw refused();
    }

    @Override
    public Revalidation revalidation(String profileId) {
      return new Revalidation("none", "");
    }

    private static EvolveException refused() {
      return new EvolveException(ErrorCode.NOT_ALLOWED, "the bench only reads");
    }
  }
}
