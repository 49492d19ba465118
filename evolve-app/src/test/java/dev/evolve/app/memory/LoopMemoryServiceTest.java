package dev.evolve.app.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.app.memory.MemoryService.ImportFile;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.impact.TrialSet;
import dev.evolve.search.prior.KnownTrial;
import dev.evolve.search.prior.Prior;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LoopMemoryServiceTest {

  private static final ImportFile FILE =
      new ImportFile(MemoryUnderTest.CACHE, "a.json", "", "", "", "ada");

  private final MemoryUnderTest memory = new MemoryUnderTest();

  private static AbstractThrowableAssert<?, ?> refusal(ErrorCode code, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(EvolveException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private AbstractThrowableAssert<?, ?> unreadable(String content) {
    return refusal(
        ErrorCode.INVALID_REQUEST,
        () ->
            memory
                .service()
                .importTrials(new ImportFile(content, "a.json", "toy", "gpu", "", "ada")));
  }

  private static String cache(int configurations, IntFunction<String> time) {
    String values =
        IntStream.range(0, configurations)
            .mapToObj(i -> String.valueOf(i))
            .collect(Collectors.joining(","));
    String entries =
        IntStream.range(0, configurations)
            .mapToObj(i -> "\"%d\":{\"TILE\":%d,\"time\":%s}".formatted(i, i, time.apply(i)))
            .collect(Collectors.joining(","));
    return """
        {"device_name":"A100","kernel_name":"toy","problem_size":[1],"objective":"time",
         "tune_params_keys":["TILE"],"tune_params":{"TILE":[%s]},"cache":{%s}}
        """
        .formatted(values, entries);
  }

  @Test
  void remembersEveryConfigurationOfACache() {
    MemoryEntry entry = memory.service().importTrials(FILE);

    assertThat(entry)
        .isEqualTo(
            new MemoryEntry(
                "mid0",
                "toy",
                "A100",
                "4096x4096",
                "import:mid0:a.json",
                MemoryUnderTest.NOW,
                List.of("TILE", "KIND"),
                4));
    assertThat(memory.service().entries("")).containsExactly(entry);
    assertThat(memory.store.trials("toy", ""))
        .singleElement()
        .extracting(TrialSet::trials)
        .isEqualTo(
            List.of(
                KnownTrial.ran(List.of("1", "a"), 3),
                KnownTrial.ran(List.of("2", "a"), 1.25),
                KnownTrial.ran(List.of("2", "b"), 2.5),
                KnownTrial.failed(List.of("4", "b"))));
  }

  @Test
  void namesSaidReplaceThoseInTheFile() {
    MemoryEntry entry =
        memory
            .service()
            .importTrials(
                new ImportFile(
                    MemoryUnderTest.CACHE, "a.json", "cpu-sgemm", "lab-7", "small", "ada"));

    assertThat(entry.kernel()).isEqualTo("cpu-sgemm");
    assertThat(entry.hardware()).isEqualTo("lab-7");
    assertThat(entry.shape()).isEqualTo("small");
    assertThat(memory.service().entries("toy")).isEmpty();
    assertThat(memory.service().entries("cpu-sgemm")).containsExactly(entry);
  }

  @Test
  void aSearchStartsFromWhatIsRememberedOfItsKernel() {
    memory.service().importTrials(FILE);

    Prior prior = memory.service().prior("toy");

    assertThat(prior.sources()).hasSize(1);
    assertThat(prior.sources().getFirst().trials()).hasSize(4);
    assertThat(memory.service().prior("another").isEmpty()).isTrue();
  }

  @Test
  void whatIsForgottenIsGoneAndMayBeImportedAgain() {
    String id = memory.service().importTrials(FILE).importId();

    memory.service().forget(id, "wrong clocks", "grace");

    assertThat(memory.service().entries("")).isEmpty();
    assertThat(memory.store.trials("toy", "")).isEmpty();
    refusal(ErrorCode.NOT_FOUND, () -> memory.service().forget(id, "again", "grace"));
    assertThat(memory.service().importTrials(FILE).importId()).isNotEqualTo(id);
  }

  @Test
  void doesNotRememberTheSameFileTwice() {
    String id = memory.service().importTrials(FILE).importId();

    refusal(ErrorCode.CONFLICT, () -> memory.service().importTrials(FILE))
        .hasMessage(
            "a.json is remembered already as " + id + "; forget that first to import it again");
    assertThat(memory.log).hasSize(1);
  }

  @Test
  void wantsAReasonToForget() {
    String id = memory.service().importTrials(FILE).importId();

    refusal(ErrorCode.INVALID_REQUEST, () -> memory.service().forget(id, " ", "grace"));
  }

  @Test
  void saysWhatIsWrongWithAFile() {
    unreadable("no JSON").hasMessageContaining("wanted a cache file of Kernel Tuner or a T4 file");
    unreadable("{\"tune_params_keys\": [\"A\"]}").hasMessageStartingWith("cannot import a.json");
    unreadable("[".repeat(100_000)).hasMessageStartingWith("cannot import a.json");
    unreadable(cache(3, i -> "1.5"))
        .hasMessageContaining("wanted 4 to 200000 configurations, found 3");
    unreadable(cache(5, i -> "\"RuntimeFailedConfig\"")).hasMessageContaining("has a time");
    unreadable(cache(5, i -> i == 2 ? "0.0" : "1.5"))
        .hasMessageContaining("wanted times above zero, found 0.0 of [2]");
    unreadable(" ").hasMessageContaining("wanted the name and the content of a file");
    unreadable("x".repeat(TrialsFile.MOST_CHARACTERS + 1)).hasMessageContaining("more than the");
    unreadable(MemoryUnderTest.CACHE.replace("\"a\"", "\"\\u001b[2J\"").replace(",a", ",x"))
        .hasMessageContaining("no control characters, found '?[2J'");
    assertThat(memory.log).isEmpty();
  }

  @Test
  void wantsToKnowWhatAFileDoesNotSay() {
    String nameless = MemoryUnderTest.CACHE.replace("A100", "").replace("\"toy\"", "\"\"");

    refusal(
            ErrorCode.INVALID_REQUEST,
            () ->
                memory
                    .service()
                    .importTrials(new ImportFile(nameless, "a.json", "", "", "", "ada")))
        .hasMessage("cannot import a.json: it names no kernel; say which");
    refusal(
            ErrorCode.INVALID_REQUEST,
            () ->
                memory
                    .service()
                    .importTrials(new ImportFile(nameless, "a.json", "toy", "", "", "ada")))
        .hasMessage("cannot import a.json: it names no hardware; say which");
  }

  @Test
  void takesNothingThatTheLogCannotHold() {
    unreadable(cache(100_000, i -> String.valueOf(2 + Math.sin(i))))
        .hasMessageContaining("more than the 1048576 that the log takes");
  }
}
