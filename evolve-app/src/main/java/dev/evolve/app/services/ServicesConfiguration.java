package dev.evolve.app.services;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the services with the application and stops them after everything that uses them. A {@link
 * ServiceListener} bean hears of their start.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EvolveServicesProperties.class)
public class ServicesConfiguration {

  private static final long ACQUISITION_SECONDS = 10;

  @Bean
  EmbeddedServices embeddedServices(
      EvolveServicesProperties properties, ObjectProvider<ServiceListener> listeners) {
    return EmbeddedServices.start(
        properties.homeDirectory(),
        properties,
        listeners.getIfAvailable(() -> ServiceListener.NONE));
  }

  @Bean
  KafkaEndpoint kafkaEndpoint(EmbeddedServices services) {
    return services.kafka();
  }

  /** Keeps the framework's own Kafka clients from their default address. */
  @Bean
  KafkaConnectionDetails kafkaConnectionDetails(KafkaEndpoint endpoint) {
    return () -> List.of(endpoint.bootstrapServers().split(","));
  }

  /** Connects on first use, so that nobody waits for the database here. */
  @Bean
  Driver neo4jDriver(EmbeddedServices services) {
    Neo4jEndpoint endpoint = services.neo4j();
    return GraphDatabase.driver(
        endpoint.uri(),
        AuthTokens.basic(endpoint.username(), endpoint.password()),
        Config.builder()
            .withConnectionAcquisitionTimeout(ACQUISITION_SECONDS, TimeUnit.SECONDS)
            .withMaxTransactionRetryTime(ACQUISITION_SECONDS, TimeUnit.SECONDS)
            .build());
  }
}
