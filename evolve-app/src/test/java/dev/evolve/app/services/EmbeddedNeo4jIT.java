package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.neo4j.driver.AuthTokens;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.exceptions.AuthenticationException;
import org.neo4j.driver.exceptions.ClientException;
import org.springframework.util.FileSystemUtils;

@Tag("services")
class EmbeddedNeo4jIT {

  @TempDir private Path home;

  @Test
  void answersWhoKnowsThePasswordOnly() {
    Neo4jEndpoint endpoint = SharedServices.neo4j();
    assertThat(query(endpoint, "RETURN 40 + 2 AS answer")).isEqualTo(42);
    assertThatThrownBy(
            () -> query(new Neo4jEndpoint(endpoint.uri(), "neo4j", "guess"), "RETURN 1 AS answer"))
        .isInstanceOf(AuthenticationException.class);
    assertThat(endpoint.toString()).doesNotContain(endpoint.password());
  }

  @Test
  void readsNoFilesOfTheMachine() {
    assertThatThrownBy(
            () ->
                query(
                    SharedServices.neo4j(),
                    "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN count(line) AS answer"))
        .isInstanceOf(ClientException.class);
  }

  /** On the database that all tests share: a start takes long, and who asks next gets another. */
  @Test
  void keepsItsDataWhenKilledAndSaysWhenTheyAreCorrupt() throws Exception {
    Neo4jEndpoint endpoint = SharedServices.neo4j();
    assertThat(SharedServices.neo4jListener().activities)
        .contains("preparing Neo4j", "starting Neo4j");
    query(endpoint, "CREATE (n:Kept) RETURN 1 AS answer");
    assertThat(SharedServices.killNeo4j()).hasMessageContaining("Neo4j died");
    Path password = SharedServices.neo4jDirectory().resolve("password");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(password)))
        .isEqualTo("rw-------");

    Path data = corruptCopy(password);
    try (EmbeddedNeo4j corrupt =
        EmbeddedNeo4j.prepare(home, SharedServices.neo4jProperties(), ServiceListener.NONE)) {
      CompletableFuture<Neo4jEndpoint> start = corrupt.start();

      assertThat(SharedServices.neo4j()).isEqualTo(endpoint);
      assertThat(query(endpoint, "MATCH (n:Kept) RETURN count(n) AS answer")).isEqualTo(1);

      assertThatThrownBy(() -> start.get(300, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              EvolveException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
          .hasMessageContaining("delete the directory " + data)
          .hasMessageContaining("the graph is rebuilt from the log");
    }
  }

  /** The data and the password of the killed database in a home of their own, damaged. */
  private Path corruptCopy(Path password) throws IOException {
    Path directory = Files.createDirectories(home.resolve("services/neo4j"));
    Path data = directory.resolve("data");
    FileSystemUtils.copyRecursively(SharedServices.neo4jDirectory().resolve("data"), data);
    Files.copy(password, directory.resolve("password"));
    Files.write(data.resolve("databases/neo4j/neostore"), new byte[8192]);
    return data;
  }

  private static int query(Neo4jEndpoint endpoint, String cypher) {
    try (Driver driver =
        GraphDatabase.driver(
            endpoint.uri(), AuthTokens.basic(endpoint.username(), endpoint.password()))) {
      return driver.executableQuery(cypher).execute().records().getFirst().get("answer").asInt();
    }
  }
}
