package dev.evolve.app.bus;

import dev.evolve.app.services.KafkaEndpoint;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The clients of the one cluster, once its topics are there. */
@Configuration(proxyBeanMethods = false)
class BusConfiguration {

  @Bean
  KafkaSettings kafkaSettings(KafkaEndpoint endpoint) {
    KafkaSettings settings = new KafkaSettings(endpoint.bootstrapServers());
    try (Admin admin = settings.admin()) {
      Topics.ensure(admin);
    }
    return settings;
  }
}
