package dev.evolve.loop.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.WorkUnitKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CacheKeyTest {

  private static CacheKey.Builder base() {
    return CacheKey.of("m", "encoder", "1")
        .adapter("style", "3")
        .precision("f32")
        .shape(ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK, "f32", 1L, 16L))
        .seed(7)
        .input("prompt", "abc")
        .step(2);
  }

  /** Keys that differ from the first in one component each. */
  private static List<CacheKey> neighbours() {
    ShapeSignature shape = ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK, "f32", 1L, 16L);
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("policy", "classic");
    return List.of(
        base().build(),
        withNames("other", "encoder", "1"),
        withNames("m", "decoder", "1"),
        withNames("m", "encoder", "2"),
        base().adapter("style", "4").build(),
        base().adapter("tone", "1").build(),
        base().precision("bf16").build(),
        base().shape(ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK, "f32", 16L, 1L)).build(),
        base().shape(ShapeSignature.of(WorkUnitKind.VAE_TILE, "f32", 1L, 16L)).build(),
        base().shape(ShapeSignature.of(WorkUnitKind.ENCODER_CHUNK, "f16", 1L, 16L)).build(),
        base().shape(new ShapeSignature(shape.kind(), shape.dims(), "f32", extra)).build(),
        base().seed(8).build(),
        base().input("prompt", "abd").build(),
        base().input("image", "abc").build(),
        base().step(3).build(),
        base().contractVersion(CacheKey.CONTRACT_VERSION + 1).build(),
        CacheKey.of("m", "encoder", "1").build());
  }

  private static CacheKey withNames(String model, String component, String version) {
    CacheKey key = base().build();
    return new CacheKey(
        model,
        component,
        version,
        key.adapters(),
        key.precision(),
        key.shape(),
        key.seed(),
        key.inputHashes(),
        key.step(),
        key.contractVersion());
  }

  @Test
  void twoKeysAreEqualExactlyWhenAllComponentsAre() {
    assertEquals(base().build(), base().build());
    assertEquals(base().build().text(), base().build().text());
    assertEquals(neighbours().size(), new HashSet<>(neighbours()).size());
  }

  @Test
  void keysThatDifferInAnyComponentDifferInTextAndDigest() {
    List<String> texts = neighbours().stream().map(CacheKey::text).toList();
    List<String> digests = neighbours().stream().map(CacheKey::digest).toList();
    assertEquals(texts.size(), new HashSet<>(texts).size());
    assertEquals(digests.size(), new HashSet<>(digests).size());
  }

  @Test
  void everyKeyComesBackFromItsText() {
    for (CacheKey key : neighbours()) {
      assertEquals(key, CacheKey.parse(key.text()));
    }
  }

  @Test
  void namesWithSeparatorsInThemComeBackAndDoNotRunTogether() {
    List<CacheKey> keys = new ArrayList<>();
    for (String name : List.of("a|b", "a%7cb", "a=b,c", "~", "%", "ä\n")) {
      keys.add(CacheKey.of(name, "c", "1").adapter(name, name).input(name, "x").build());
      keys.add(CacheKey.of("m", name, name).precision(name).build());
    }
    keys.add(CacheKey.of("m", "c", "1").adapter("a", "1,b=2").build());
    keys.add(CacheKey.of("m", "c", "1").adapter("a", "1").adapter("b", "2").build());
    keys.forEach(key -> assertEquals(key, CacheKey.parse(key.text())));
    assertEquals(keys.size(), keys.stream().map(CacheKey::text).distinct().count());
  }

  @Test
  void theTextOfAKeyDoesNotChangeFromReleaseToRelease() {
    assertEquals(
        "1|m|encoder|1|style=3|f32|encoder_chunk|1x16|f32||7|prompt=abc|2", base().build().text());
    assertEquals("1|m|c|v||f32|cache_io||||~||~", CacheKey.of("m", "c", "v").build().text());
  }

  @Test
  void whatIsNoKeyIsRefusedWithWhatWasWanted() {
    for (String text :
        List.of("", "1|m", "x|m|c|v||f32|cache_io||||~||~", "1|m|c|v||f32|no||||~||~")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> CacheKey.parse(text));
      assertTrue(String.valueOf(refusal.getMessage()).contains("wanted"), refusal.getMessage());
    }
  }

  @Test
  void aKeyWithoutAModelComponentOrVersionIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> CacheKey.of("", "c", "1").build());
    assertThrows(IllegalArgumentException.class, () -> CacheKey.of("m", " ", "1").build());
    assertThrows(IllegalArgumentException.class, () -> CacheKey.of("m", "c", "").build());
  }

  @Test
  void aMemoPlanReadsAndWritesTheKey() {
    CacheKey key = base().build();
    assertTrue(key.memo("features").pureResult());
    assertEquals(2, key.memo("features").operations().size());
    assertEquals(key.text(), key.memo("features").operations().getFirst().key());
    assertNotEquals(key.memo("features"), key.memo("other"));
  }
}
