package dev.evolve.app.views;

import dev.evolve.app.campaigns.EventFeed;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The views, following the log from its first event. */
@Configuration(proxyBeanMethods = false)
class ViewsConfiguration {

  @Bean
  CampaignViews campaignViews() {
    return new CampaignViews();
  }

  @Bean(destroyMethod = "close")
  AutoCloseable campaignViewsSubscription(EventFeed log, CampaignViews views) {
    return log.follow(views);
  }
}
