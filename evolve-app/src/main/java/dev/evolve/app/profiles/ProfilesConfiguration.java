package dev.evolve.app.profiles;

import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.ProfileRules;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The database of profiles, following the log from its first event. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ProfileSettings.class)
class ProfilesConfiguration {

  @Bean
  ProfileViews profileViews(
      ProfileSettings settings, Supplier<HardwareProfile> hardware, InstantSource clock) {
    return new ProfileViews(new ProfileRules(settings.maximumAge()), hardware.get(), clock);
  }

  @Bean(destroyMethod = "close")
  AutoCloseable profileViewsSubscription(EventFeed log, ProfileViews views) {
    return log.follow(views);
  }
}
