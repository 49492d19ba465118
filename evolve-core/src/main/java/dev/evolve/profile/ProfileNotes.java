package dev.evolve.profile;

import dev.evolve.event.DomainEvent;
import dev.evolve.verdict.Effect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one profile after it was made, in the order of time. Its events may lie in
 * several partitions of the log and come before those that made the profile.
 */
final class ProfileNotes {

  private final List<DomainEvent> events = new ArrayList<>();

  void add(DomainEvent event) {
    events.add(event);
    events.sort(Comparator.comparing(DomainEvent::at));
  }

  /**
   * The profile after all of it.
   *
   * @param made the profile as it was made
   * @param withdrawn why its change was taken back, which no measurement heals; null if it was not
   * @param origin the code that it can be measured again on; null if none is known
   */
  Dossier apply(TuningProfile made, @Nullable String withdrawn, @Nullable Origin origin) {
    Course course = new Course(made);
    events.forEach(course::apply);
    return course.end(withdrawn, origin);
  }

  /** The profile on its way through its events. */
  private static final class Course {
    private final List<String> history = new ArrayList<>();
    private TuningProfile profile;
    private @Nullable String quarantine;
    private boolean pinned;

    Course(TuningProfile made) {
      profile = made;
      history.add(made.measuredAt() + " " + made.provenance().describe());
    }

    void apply(DomainEvent event) {
      if (event instanceof DomainEvent.ProfileRevalidated again) {
        revalidated(again);
      } else if (event instanceof DomainEvent.ProfileQuarantined out) {
        quarantine = "taken out by " + out.person() + ": " + out.reason();
        history.add(out.at() + " " + quarantine);
      } else if (event instanceof DomainEvent.ProfilePinned pin) {
        pinned = pin.pinned();
        history.add(
            pin.at()
                + (pinned ? " pinned by " : " unpinned by ")
                + pin.person()
                + ": "
                + pin.reason());
      }
    }

    private void revalidated(DomainEvent.ProfileRevalidated event) {
      Optional<Effect> effect = Effects.of(event.findings(), profile.shape());
      if (event.held() && effect.isPresent()) {
        profile = profile.measuredAgain(event.evaluation().hardware(), effect.get(), event.at());
        quarantine = null;
        history.add(event.at() + " held when it was measured again: " + event.reason());
      } else {
        quarantine = "did not hold when it was measured again: " + event.reason();
        history.add(event.at() + " " + quarantine);
      }
    }

    Dossier end(@Nullable String withdrawn, @Nullable Origin origin) {
      if (withdrawn != null) {
        history.add(withdrawn);
      }
      return new Dossier(
          profile, withdrawn != null ? withdrawn : quarantine, pinned, history, origin);
    }
  }
}
