package dev.evolve.gates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.gate.GateInput;
import dev.evolve.pack.BenchPack;
import dev.evolve.pack.PackReader;
import dev.evolve.verdict.Evidence;
import dev.evolve.verdict.GateFinding;
import dev.evolve.verdict.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a change may look like, and everything that could hide in one. */
class SafetyGateTest {

  private static final BenchPack PACK = new PackReader().read(Path.of("../bench-packs/cpu-sgemm"));
  private static final String SECRET = "AKIA" + "Q3EGSKLMNOPYZ2UV";

  private final SafetyGate gate = new SafetyGate(SecretRules.shipped());

  @Test
  void passesAChangeOfTheConfigurationAndOfAnEditableFile() {
    String diff = change("knobs.env", "VW=8") + change("src/sgemm.c", "#define UNROLLED 1");

    assertThat(judge("", diff).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void passesPathsBelowTheDirectoryOfThePack() {
    assertThat(judge("packs/sgemm", change("packs/sgemm/knobs.env", "VW=8")).verdict())
        .isEqualTo(Verdict.PASS);
    assertThat(judge("packs/sgemm", change("knobs.env", "VW=8")).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void passesWhatGitWritesForAFileWithoutFinalNewline() {
    String diff =
        """
        diff --git a/knobs.env b/knobs.env
        index 1111111..2222222 100644
        --- a/knobs.env
        +++ b/knobs.env
        @@ -1,2 +1,2 @@
         MR=4
        -VW=4
        \\ No newline at end of file
        +VW=8
        \\ No newline at end of file
        """;

    assertThat(judge("", diff).verdict()).isEqualTo(Verdict.PASS);
  }

  static Stream<Arguments> refused() {
    String good = change("knobs.env", "VW=8");
    return Stream.of(
        Arguments.of("the pack's file", change("evolve.yaml", "x")),
        Arguments.of("the bench", change("src/bench.c", "x")),
        Arguments.of("a file of the same name elsewhere", change("ci/knobs.env", "x")),
        Arguments.of("a file of the same ending", change("other/src/sgemm.c", "x")),
        Arguments.of("a path that climbs", change("../knobs.env", "x")),
        Arguments.of("a quoted path", change("knobs.env", "x").replace("b/knobs.env", "\"b/k\"")),
        Arguments.of(
            "a second file without a header of git's",
            good + "--- a/evolve.yaml\n+++ b/evolve.yaml\n@@ -1 +1 @@\n-a\n+b\n"),
        Arguments.of(
            "another file under the name of an allowed one",
            good.replace("--- a/knobs.env", "--- a/evolve.yaml")),
        Arguments.of(
            "a header that names another file",
            good.replace("diff --git a/knobs.env b/knobs.env", "diff --git a/x b/knobs.env")),
        Arguments.of(
            "a change of mode", good.replace("--- a", "old mode 100644\nnew mode 100755\n--- a")),
        Arguments.of("a new executable", good.replace("--- a", "new file mode 100755\n--- a")),
        Arguments.of("a new link", good.replace("--- a", "new file mode 120000\n--- a")),
        Arguments.of(
            "a changed link", good.replace("--- a", "index 1111111..2222222 120000\n--- a")),
        Arguments.of("a submodule", good.replace("--- a", "index 1111111..2222222 160000\n--- a")),
        Arguments.of("a deletion", good.replace("+++ b/knobs.env", "+++ /dev/null")),
        Arguments.of("a rename", good.replace("--- a", "rename from x\nrename to y\n--- a")),
        Arguments.of(
            "a binary", "diff --git a/knobs.env b/knobs.env\nBinary files a/k and b/k differ\n"),
        Arguments.of(
            "a binary patch",
            "diff --git a/knobs.env b/knobs.env\nGIT binary patch\nliteral 5\nMcmZQzU}9\n"),
        Arguments.of("a hunk longer than it says", good.replace("+1 @@", "+1 @@\n+A=1")),
        Arguments.of("a hunk that is cut off", good.replace("+1 @@", "+1,9 @@")),
        Arguments.of("a hunk of nonsense", good.replace("@@ -1 +1 @@", "@@ nonsense @@")),
        Arguments.of("text before the first file", "Subject: hello\n" + good),
        Arguments.of("text after the last hunk", good + "and one more thing\n"),
        Arguments.of("no diff at all", "please trust me\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void refuses(String name, String diff) {
    assertThat(judge("", diff).verdict()).as(name).isEqualTo(Verdict.FAIL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\n\n"})
  void doesNotPassAnEmptyChange(String diff) {
    assertThat(judge("", diff).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @ParameterizedTest(name = "a secret in {0}")
  @ValueSource(strings = {"VW=8 # %s", "%s", "++ %s", "x\r%s", "\t\"%s\";", "PADDED%s"})
  void findsASecretWhereverItStands(String line) {
    String padded = line.replace("PADDED", "// " + "x ".repeat(20_000));
    GateFinding finding = judge("", change("src/sgemm.c", padded.formatted(SECRET)));

    assertThat(finding.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(finding.evidence())
        .extracting(Evidence::name, Evidence::verdict)
        .contains(org.assertj.core.groups.Tuple.tuple("src/sgemm.c:1", Verdict.FAIL));
    assertThat(finding.toString()).contains("aws-access-key").doesNotContain(SECRET);
  }

  @Test
  void findsASecretInAFileThatMayNotChangeEither() {
    assertThat(judge("", change("other.c", SECRET)).evidence())
        .extracting(Evidence::name)
        .contains("other.c:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AKIA" + "IOSFODNN7" + "EXAMPLE",
        "password = ${DATABASE_PASSWORD_FROM_ENV}",
        "token = \"changeme-changeme-1234567\"",
        "static const float key_scale = 0.12345678f;"
      })
  void knowsWhatOnlyLooksLikeASecret(String line) {
    assertThat(judge("", change("src/sgemm.c", line)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void everyRuleHasAnIdOfItsOwnAndKeywordsInLowerCase() {
    List<SecretRule> rules = SecretRules.shipped();

    assertThat(rules).extracting(SecretRule::id).doesNotHaveDuplicates();
    assertThat(rules).allSatisfy(rule -> assertThat(rule.keywords()).isNotEmpty());
  }

  private GateFinding judge(String directory, String diff) {
    GateInput input = Confirmations.input(Confirmations.good());
    return gate.judge(
        new GateInput(
            PACK, directory, input.proposal(), diff, null, Confirmations.TERMS, null, null));
  }

  private static String change(String path, String line) {
    return "diff --git a/%s b/%s\n--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-old\n+%s\n"
        .formatted(path, path, path, path, line);
  }
}
