package dev.evolve.app.services;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Where Kafka and Neo4j are, or how to start them where they are not given.
 *
 * @param home directory of all state; {@code ~/.evolve} where it is not set
 * @param kafka a broker of the user's own
 * @param neo4j a database of the user's own
 * @param services the embedded services
 */
@Validated
@ConfigurationProperties("evolve")
public record EvolveServicesProperties(
    @Nullable Path home,
    @DefaultValue @Valid Kafka kafka,
    @DefaultValue @Valid Neo4j neo4j,
    @DefaultValue @Valid Services services) {

  /** The directory of all state, absolute. */
  public Path homeDirectory() {
    Path directory = home == null ? Path.of(System.getProperty("user.home"), ".evolve") : home;
    return directory.toAbsolutePath().normalize();
  }

  /**
   * A broker of the user's own.
   *
   * @param bootstrapServers its addresses; absent or empty: a broker is started
   */
  public record Kafka(@Nullable String bootstrapServers) {

    /** Whether a broker is given. */
    public boolean isExternal() {
      return bootstrapServers != null && !bootstrapServers.isBlank();
    }
  }

  /**
   * A database of the user's own.
   *
   * @param uri its address, such as {@code bolt://host:7687}; absent or empty: one is started
   * @param username who signs in
   * @param password with what; the embedded database has a generated one instead
   */
  public record Neo4j(
      @Nullable String uri,
      @DefaultValue("neo4j") @NotBlank String username,
      @Nullable String password) {

    /** Whether a database is given. */
    public boolean isExternal() {
      return uri != null && !uri.isBlank();
    }

    @Override
    public String toString() {
      return "Neo4j[uri=" + uri + ", username=" + username + "]";
    }
  }

  /** The embedded services. */
  public record Services(
      @DefaultValue @Valid KafkaService kafka, @DefaultValue @Valid Neo4jService neo4j) {}

  /**
   * The embedded broker.
   *
   * @param classpathFile file with the class path of its program, written by the build
   * @param port where clients connect; 0 for a free port, chosen once and remembered
   * @param heap memory of its heap
   * @param startLimit how long its start may take
   * @param stopLimit how long it may take to stop by itself
   */
  public record KafkaService(
      @Nullable Path classpathFile,
      @DefaultValue("0") @Min(0) @Max(65_535) int port,
      @DefaultValue("256MB") DataSize heap,
      @DefaultValue("180s") Duration startLimit,
      @DefaultValue("20s") Duration stopLimit) {}

  /**
   * The embedded database.
   *
   * @param classpathFile file with the class path of its program, written by the build
   * @param port where clients connect; 0 for a free port, chosen once and remembered
   * @param heap memory of its heap
   * @param pageCache memory that caches its store
   * @param startLimit how long its start may take
   * @param stopLimit how long it may take to stop by itself
   */
  public record Neo4jService(
      @Nullable Path classpathFile,
      @DefaultValue("0") @Min(0) @Max(65_535) int port,
      @DefaultValue("512MB") DataSize heap,
      @DefaultValue("128MB") DataSize pageCache,
      @DefaultValue("300s") Duration startLimit,
      @DefaultValue("20s") Duration stopLimit) {}
}
