package dev.evolve.serving.kv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagedKvCacheTest {

  private final PagedKvCache cache = new PagedKvCache(8, 4, "model");

  @Test
  void secondSequenceSharesFullBlocksOfAnEqualPrefix() {
    fill("a", tokens(1, 10));

    int reused = cache.extendReusing("b", 0, tokens(1, 10));

    assertThat(reused).isEqualTo(8);
    assertThat(cache.block("b", 0)).isEqualTo(cache.block("a", 0));
    assertThat(cache.block("b", 1)).isEqualTo(cache.block("a", 1));
    assertThat(cache.block("b", 2)).isNotEqualTo(cache.block("a", 2));
    assertThat(cache.usage()).isEqualTo(new KvUsage(8, 4, 0, 2, 8, 0));
  }

  @Test
  void equalBlockAfterAnotherPrefixIsNotShared() {
    fill("a", tokens(1, 8));
    short[] other = tokens(1, 8);
    other[0] = 99;

    assertThat(cache.extendReusing("b", 0, other)).isZero();
  }

  @Test
  void tokensThatWereNotSettledAreNotShared() {
    cache.extend("a", 0, tokens(1, 8));

    assertThat(cache.extendReusing("b", 0, tokens(1, 8))).isZero();
  }

  @Test
  void tokensThatTurnedOutOtherwiseAreNotShared() {
    cache.extend("a", 0, tokens(1, 8));
    cache.settle("a", 6);
    cache.extend("a", 6, tokens(50, 2));
    cache.settle("a", 8);

    assertThat(cache.extendReusing("b", 0, tokens(1, 8))).isEqualTo(4);
  }

  @Test
  void releasedBlocksAreReusedUntilTheirRoomIsNeededTheEndOfTheOldestFirst() {
    fill("a", tokens(1, 16));
    cache.release("a");
    fill("b", tokens(100, 16));
    cache.release("b");
    assertThat(cache.usage()).isEqualTo(new KvUsage(8, 0, 8, 0, 0, 0));

    cache.extend("c", 0, tokens(200, 8));

    assertThat(cache.usage().evictions()).isEqualTo(2);
    assertThat(cache.extendReusing("d", 0, tokens(1, 16))).isEqualTo(8);
    assertThat(cache.extendReusing("e", 0, tokens(100, 8))).isEqualTo(8);
  }

  @Test
  void moreThanThereIsIsRefused() {
    fill("a", tokens(1, 32));

    assertThatIllegalStateException()
        .isThrownBy(() -> cache.extend("b", 0, tokens(1, 1)))
        .withMessageContaining("all 8 cache blocks are held");
  }

  @Test
  void goingOnWithoutWhatCameBeforeIsRefused() {
    assertThatIllegalStateException()
        .isThrownBy(() -> cache.extend("a", 4, tokens(1, 1)))
        .withMessageContaining("position 4")
        .withMessageContaining("withoutCache");
  }

  @Test
  void writingIntoABlockThatOthersMayShareIsRefused() {
    fill("a", tokens(1, 8));

    assertThatIllegalStateException()
        .isThrownBy(() -> cache.extend("a", 6, tokens(50, 1)))
        .withMessageContaining("share");
  }

  @Test
  void startingAtTheBeginningStartsAnew() {
    fill("a", tokens(1, 10));

    assertThat(cache.extendReusing("a", 0, tokens(1, 5))).isEqualTo(4);
    assertThat(cache.usage().held()).isEqualTo(2);
  }

  @Test
  void identityIsPartOfEveryKey() {
    fill("a", tokens(1, 8));
    cache.release("a");
    String before =
        new BlockKeys("model", 4).next(new BlockKeys("model", 4).root(), tokens(1, 4), 0);

    cache.reset("other weights");

    assertThat(cache.usage()).isEqualTo(new KvUsage(8, 0, 0, 0, 0, 0));
    assertThat(cache.extendReusing("b", 0, tokens(1, 8))).isZero();
    BlockKeys other = new BlockKeys("other weights", 4);
    assertThat(other.next(other.root(), tokens(1, 4), 0)).isNotEqualTo(before);
    assertThat(new BlockKeys("model", 8).root()).isNotEqualTo(new BlockKeys("model", 4).root());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void noBlockIsLostOrHeldTwiceForDifferentTokens(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> open = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      if (open.size() == 3 || (!open.isEmpty() && random.nextInt(3) == 0)) {
        cache.release(open.remove(random.nextInt(open.size())));
      } else {
        String id = "s" + i;
        open.add(id);
        short[] tokens = tokens(random.nextInt(2), 1 + random.nextInt(10));
        cache.extendReusing(id, 0, tokens);
        cache.settle(id, tokens.length);
      }
      KvUsage usage = cache.usage();
      assertThat(usage.free()).isNotNegative();
      assertThat(usage.held()).isLessThanOrEqualTo(open.size() * 3);
      assertThat(usage.sequences()).isEqualTo(open.size());
    }
    open.forEach(cache::release);
    assertThat(cache.usage().held()).isZero();
    Set<Integer> distinct = new HashSet<>();
    cache.extend("all", 0, tokens(7, 32));
    for (int i = 0; i < 8; i++) {
      distinct.add(cache.block("all", i));
    }
    assertThat(distinct).hasSize(8);
  }

  private void fill(String id, short[] tokens) {
    cache.extend(id, 0, tokens);
    cache.settle(id, tokens.length);
  }

  private static short[] tokens(int first, int count) {
    short[] tokens = new short[count];
    for (int i = 0; i < count; i++) {
      tokens[i] = (short) (first + i);
    }
    return tokens;
  }
}
