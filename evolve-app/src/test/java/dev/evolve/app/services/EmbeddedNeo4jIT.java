package dev.evolve.app.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  @Test
  void keepsItsDataWhenKilledAndSaysWhenTheyAreCorrupt() throws Exception {
    RecordingListener listener = new RecordingListener();
    String password;
    try (EmbeddedNeo4j neo4j = prepare(listener)) {
      Neo4jEndpoint endpoint = await(neo4j);
      password = endpoint.password();
      assertThat(listener.activities).contains("preparing Neo4j", "starting Neo4j");
      query(endpoint, "CREATE (n:Kept) RETURN 1 AS answer");
      ProcessHandle.of(neo4j.pid().orElseThrow()).orElseThrow().destroyForcibly();

      assertThat(listener.awaitFailure()).hasMessageContaining("Neo4j died");
    }
    Path passwordFile = home.resolve("services/neo4j/password");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(passwordFile)))
        .isEqualTo("rw-------");

    try (EmbeddedNeo4j again = prepare(ServiceListener.NONE)) {
      Neo4jEndpoint endpoint = await(again);
      assertThat(endpoint.password()).isEqualTo(password);
      assertThat(query(endpoint, "MATCH (n:Kept) RETURN count(n) AS answer")).isEqualTo(1);
    }

    Path data = home.resolve("services/neo4j/data");
    Files.write(data.resolve("databases/neo4j/neostore"), new byte[8192]);
    try (EmbeddedNeo4j corrupt = prepare(ServiceListener.NONE)) {
      assertThatThrownBy(() -> await(corrupt))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOfSatisfying(
              EvolveException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
          .hasMessageContaining("delete the directory " + data)
          .hasMessageContaining("the graph is rebuilt from the log");
    }
  }

  private EmbeddedNeo4j prepare(ServiceListener listener) {
    return EmbeddedNeo4j.prepare(home, SharedServices.neo4jProperties(), listener);
  }

  private static Neo4jEndpoint await(EmbeddedNeo4j neo4j) throws Exception {
    return neo4j.start().get(300, TimeUnit.SECONDS);
  }

  private static int query(Neo4jEndpoint endpoint, String cypher) {
    try (Driver driver =
        GraphDatabase.driver(
            endpoint.uri(), AuthTokens.basic(endpoint.username(), endpoint.password()))) {
      return driver.executableQuery(cypher).execute().records().getFirst().get("answer").asInt();
    }
  }
}
