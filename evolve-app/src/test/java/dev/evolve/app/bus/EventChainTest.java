package dev.evolve.app.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evolve.event.DomainEvent;
import dev.evolve.event.RecordedEvent;
import dev.evolve.json.Json;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventChainTest {

  private static final DomainEvent EVENT =
      new DomainEvent.SearchFinished("campaign", Instant.EPOCH, "budget");

  @Test
  void holdsAlsoAfterTheLogWasReadBack() {
    RecordedEvent event = link(Json.write(EVENT));
    assertThat(EventChain.holds(Json.read(Json.write(event), RecordedEvent.class))).isTrue();
  }

  @Test
  void doesNotDependOnHowTheEventWasLaidOut() {
    String spaced = Json.readTree(Json.write(EVENT)).toPrettyString();
    assertThat(link(spaced)).isEqualTo(link(Json.write(EVENT)));
  }

  @Test
  void breaksWhenAnythingIsChanged() {
    RecordedEvent event = link(Json.write(EVENT));
    DomainEvent other = new DomainEvent.SearchFinished("campaign", Instant.EPOCH, "minutes");
    assertThat(EventChain.holds(with(event, "loop:8", event.previousHash(), EVENT))).isFalse();
    assertThat(EventChain.holds(with(event, event.id(), event.hash(), EVENT))).isFalse();
    assertThat(EventChain.holds(with(event, event.id(), event.previousHash(), other))).isFalse();
    assertThat(EventChain.holds(with(event, event.id(), event.previousHash(), EVENT))).isTrue();
  }

  @Test
  void refusesWhatIsNoEvent() {
    assertThatThrownBy(() -> link("{\"type\":\"unheard-of\"}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static RecordedEvent link(String json) {
    return EventChain.link(EventChain.GENESIS, "loop", 7, json);
  }

  private static RecordedEvent with(
      RecordedEvent event, String id, String previousHash, DomainEvent content) {
    return new RecordedEvent(
        id, event.loopId(), event.sequence(), event.version(), previousHash, event.hash(), content);
  }
}
