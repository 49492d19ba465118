package dev.evolve.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.artifact.DeploymentStore.Deployment;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Digests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileDeploymentStoreTest {

  @TempDir Path temporary;
  private Path root;
  private FileArtifactStore artifacts;
  private FileDeploymentStore store;

  @BeforeEach
  void open() {
    root = temporary.resolve("deployments");
    artifacts = new FileArtifactStore(temporary.resolve("artifacts"));
    store = new FileDeploymentStore(root, artifacts);
  }

  @Test
  void knowsNothingAtFirst() {
    assertThat(store.current("sgemm")).isEmpty();
    assertThat(store.previous("sgemm")).isEmpty();
  }

  @Test
  void putsAnArtifactInForceAndKeepsTheOneBefore() throws IOException {
    Deployment baseline = deployment("baseline", "old");
    Deployment candidate = deployment("p1", "new");
    store.deploy(baseline);
    store.deploy(candidate);
    FileDeploymentStore reopened = new FileDeploymentStore(root, artifacts);
    assertThat(reopened.current("sgemm")).contains(candidate);
    assertThat(reopened.previous("sgemm")).contains(baseline);
    assertThat(reopened.artifact("sgemm")).hasContent("new");
    assertThat(root.resolve("sgemm/previous/sgemm")).hasContent("old");
  }

  @Test
  void changesNothingWhenDoneAgain() throws IOException {
    Deployment baseline = deployment("baseline", "old");
    Deployment candidate = deployment("p1", "new");
    store.deploy(baseline);
    store.deploy(candidate);
    store.deploy(candidate);
    assertThat(store.previous("sgemm")).contains(baseline);
  }

  @Test
  void putsLinksRightAfterACrash() throws IOException {
    Deployment candidate = deployment("p1", "new");
    store.deploy(deployment("baseline", "old"));
    store.deploy(candidate);
    Files.delete(root.resolve("sgemm/current"));
    store.deploy(candidate);
    assertThat(store.artifact("sgemm")).hasContent("new");
  }

  @Test
  void removesWhatIsNeitherInForceNorBefore() throws IOException {
    for (int i = 0; i < 4; i++) {
      store.deploy(deployment("p" + i, "content " + i));
    }
    assertThat(root.resolve("sgemm/versions").toFile().list()).hasSize(2);
  }

  @Test
  void leavesWhatIsInForceWhenTheArtifactIsNotThere() throws IOException {
    Deployment baseline = deployment("baseline", "old");
    store.deploy(baseline);
    Deployment absent = new Deployment("sgemm", "p1", "c1", Digests.sha256("never stored"));
    assertThatThrownBy(() -> store.deploy(absent)).isInstanceOf(EvolveException.class);
    assertThat(store.current("sgemm")).contains(baseline);
    assertThat(store.artifact("sgemm")).hasContent("old");
  }

  @Test
  void refusesADamagedRecord() throws IOException {
    store.deploy(deployment("baseline", "old"));
    Files.writeString(root.resolve("sgemm/deployment.json"), "{\"pack\":");
    assertThatThrownBy(() -> store.current("sgemm"))
        .isInstanceOfSatisfying(
            EvolveException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATA_CORRUPT))
        .hasMessageContaining("deployment.json");
  }

  @Test
  void refusesNamesThatArePaths() {
    assertThatThrownBy(() -> store.current("../elsewhere")).isInstanceOf(EvolveException.class);
  }

  private Deployment deployment(String proposal, String content) throws IOException {
    String hash = artifacts.put(Files.writeString(temporary.resolve(proposal), content));
    return new Deployment("sgemm", proposal, "commit-of-" + proposal, hash);
  }
}
