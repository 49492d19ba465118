package dev.evolve.app.budgets;

import dev.evolve.app.campaigns.EventFeed;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What was spent, following the log from its first event. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(BudgetSettings.class)
class BudgetsConfiguration {

  @Bean
  SpendingView spendingView(BudgetSettings settings) {
    return new SpendingView(settings);
  }

  @Bean(destroyMethod = "close")
  AutoCloseable spendingViewSubscription(EventFeed log, SpendingView view) {
    return log.follow(view);
  }
}
