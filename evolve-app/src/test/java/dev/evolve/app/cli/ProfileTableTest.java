package dev.evolve.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evolve.app.profiles.ProfilesUnderTest;
import dev.evolve.json.Json;
import dev.evolve.profile.ProfileDifference;
import dev.evolve.profile.ProfileEntry;
import dev.evolve.profile.ProfileFilter;
import dev.evolve.profile.ProfileQuestion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ProfileTableTest {

  private final ProfilesUnderTest profiles =
      new ProfilesUnderTest().started().gated("p1", 4, 0.8).gated("p2", 5, 0.9);

  private static JsonNode json(Object value) {
    return Json.readTree(Json.write(value));
  }

  @Test
  void listsWhatServesWithItsGain() {
    List<ProfileEntry> all = profiles.views().entries(ProfileFilter.ALL);
    String text = ProfileTable.list(json(Map.of("profiles", all, "total", all.size() + 1)));
    assertThat(text.lines()).hasSize(all.size() + 2);
    assertThat(text)
        .contains("CURRENT")
        .contains("SUPERSEDED")
        .contains("20.0 % [19.0, 21.0]")
        .contains("TILE=4")
        .contains("and 1 more");
  }

  @Test
  void saysWhatToUseAndWhy() {
    assertThat(
            ProfileTable.answer(
                json(profiles.views().lookup(ProfileQuestion.of("toy", "", "small")))))
        .startsWith("HIT  exact")
        .contains("use    TILE=4\n")
        .contains("other  ");
    assertThat(
            ProfileTable.answer(
                json(profiles.views().lookup(ProfileQuestion.of("toy", "", "huge")))))
        .startsWith("MISS")
        .contains("use    TILE=1  (the baseline)");
  }

  @Test
  void comparesTwo() {
    List<ProfileEntry> all = profiles.views().entries(ProfileFilter.ALL);
    assertThat(ProfileTable.difference(json(ProfileDifference.of(all.getFirst(), all.get(1)))))
        .contains("TILE         4 -> 5")
        .contains("state        CURRENT -> SUPERSEDED");
    assertThat(ProfileTable.difference(json(ProfileDifference.of(all.getFirst(), all.getFirst()))))
        .isEqualTo("no difference\n");
  }

  @Test
  void printsNoControlCharactersOfAnImport() {
    JsonNode entry =
        json(
            Map.of(
                "state",
                "IMPORTED",
                "profile",
                Map.of("configuration", Map.of("values", Map.of("A\u001b[31m", "x\u0007")))));
    assertThat(ProfileTable.line(entry)).contains("A?[31m=x?").doesNotContain("\u001b");
  }

  @Test
  void queriesTakeWhateverPeopleType() {
    assertThat(Query.of("pack", "a b&c").and("shape", "").and("limit", 5).text())
        .isEqualTo("?pack=a+b%26c&limit=5");
    assertThat(Query.segment("a b/../c")).isEqualTo("a%20b%2F..%2Fc");
  }
}
