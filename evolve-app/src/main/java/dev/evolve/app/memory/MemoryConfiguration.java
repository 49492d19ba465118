package dev.evolve.app.memory;

import dev.evolve.app.campaigns.EventFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which imports are remembered, following the log from its first event. */
@Configuration(proxyBeanMethods = false)
class MemoryConfiguration {

  @Bean
  MemoryView memoryView() {
    return new MemoryView();
  }

  @Bean(destroyMethod = "close")
  AutoCloseable memoryViewSubscription(EventFeed log, MemoryView view) {
    return log.follow(view);
  }
}
