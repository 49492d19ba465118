package dev.evolve.profile;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.profile.ProfileAnswer.Outcome;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers which configuration to use. Where nothing is shown good for exactly what was asked, the
 * answer is the baseline, and says so: a profile of other hardware, of another environment or of
 * another shape is never passed off as a hit.
 */
public final class ProfileLookup {

  private final ProfileBook book;
  private final HardwareProfile here;

  /**
   * @param book the database
   * @param here the machine that is meant where a question names none
   */
  public ProfileLookup(ProfileBook book, HardwareProfile here) {
    this.book = book;
    this.here = here;
  }

  /**
   * Answers.
   *
   * @throws EvolveException NOT_FOUND if no campaign has run on the pack, so that not even its
   *     baseline is known
   */
  public ProfileAnswer answer(ProfileQuestion question, Instant now) {
    PackFacts pack =
        book.pack(question.pack())
            .orElseThrow(
                () ->
                    new EvolveException(
                        ErrorCode.NOT_FOUND,
                        "no campaign has run on a pack "
                            + question.pack()
                            + "; known are "
                            + listed(book.packs())));
    String shape = question.shape().isBlank() ? Shape.ALL.name() : question.shape();
    Optional<HardwareProfile> asker = machine(question.hardware());
    if (asker.isEmpty()) {
      return unknownMachine(question, pack, shape);
    }
    return new Search(question, pack, shape, asker.get(), now).answer();
  }

  private Optional<HardwareProfile> machine(String id) {
    boolean isHere = id.isBlank() || id.equals(here.id()) || id.equals(Machine.of(here).sku());
    return isHere ? Optional.of(here) : book.machine(id);
  }

  private ProfileAnswer unknownMachine(ProfileQuestion question, PackFacts pack, String shape) {
    String known =
        listed(
            book.machines().stream()
                .map(Machine::of)
                .map(machine -> machine.sku() + " " + machine.unit().describe())
                .toList());
    return new ProfileAnswer(
        Outcome.MISS,
        question.pack(),
        question.hardware(),
        "",
        "",
        shape,
        pack.baseline(),
        true,
        null,
        "nothing was measured on hardware "
            + question.hardware()
            + ", so the baseline serves; known are "
            + known,
        List.of());
  }

  private static String listed(List<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names);
  }

  /** One question on its way to an answer. */
  private final class Search {
    private final ProfileQuestion question;
    private final PackFacts pack;
    private final String shape;
    private final Machine machine;
    private final List<ProfileEntry> entries;

    Search(
        ProfileQuestion question,
        PackFacts pack,
        String shape,
        HardwareProfile asker,
        Instant now) {
      this.question = question;
      this.pack = pack;
      this.shape = shape;
      this.machine = Machine.of(asker);
      this.entries =
          book.entries(new ProfileKey(question.pack(), machine.sku(), shape), asker, now);
    }

    ProfileAnswer answer() {
      Optional<ProfileEntry> current = any(ProfileState.CURRENT);
      if (current.isPresent()) {
        return answer(Outcome.HIT, current.get(), true, hit(current.get()));
      }
      Optional<ProfileEntry> stale = best(ProfileState.STALE);
      if (stale.isPresent()) {
        return answer(Outcome.STALE, stale.get(), question.stale(), stale(stale.get()));
      }
      Optional<ProfileEntry> imported = cheapestImport();
      if (imported.isPresent()) {
        return answer(
            Outcome.IMPORTED, imported.get(), question.imported(), imported(imported.get()));
      }
      return answer(Outcome.MISS, null, false, miss());
    }

    private Optional<ProfileEntry> any(ProfileState state) {
      return entries.stream().filter(entry -> entry.state() == state).findFirst();
    }

    /** Of several that would have to be re-validated, the one that would serve then. */
    private Optional<ProfileEntry> best(ProfileState state) {
      List<ProfileEntry> all = entries.stream().filter(entry -> entry.state() == state).toList();
      return Ranking.best(all.stream().map(ProfileEntry::profile).toList())
          .flatMap(
              best ->
                  all.stream().filter(entry -> entry.profile().id().equals(best.id())).findFirst());
    }

    private Optional<ProfileEntry> cheapestImport() {
      return entries.stream()
          .filter(entry -> entry.state() == ProfileState.IMPORTED)
          .min(
              Comparator.comparing((ProfileEntry entry) -> !entry.pinned())
                  .thenComparing(Search::claim)
                  .thenComparing(entry -> entry.profile().id()));
    }

    private static double claim(ProfileEntry entry) {
      return entry.profile().provenance() instanceof Provenance.Imported imported
          ? imported.claimedValue()
          : Double.POSITIVE_INFINITY;
    }

    private String hit(ProfileEntry entry) {
      return "exact: "
          + entry.profile().id()
          + " was measured on this hardware, environment and shape; "
          + entry.reason()
          + quarantined();
    }

    private String stale(ProfileEntry entry) {
      return entry.profile().id()
          + " is stale: "
          + entry.reason()
          + (question.stale()
              ? "; it serves, as asked"
              : "; the baseline serves until it is re-validated")
          + quarantined();
    }

    private String imported(ProfileEntry entry) {
      return entry.profile().id()
          + " was imported and nothing has proved it here"
          + (question.imported() ? "; it serves, as asked" : "; the baseline serves")
          + quarantined();
    }

    private String miss() {
      String where = machine.unit().describe();
      boolean known = shape.equals(Shape.ALL.name()) || pack.shapes().contains(shape);
      String why =
          known
              ? "no profile of " + question.pack() + " for shape " + shape + " on " + where
              : question.pack()
                  + " has no shape "
                  + shape
                  + "; it has "
                  + listed(pack.shapes())
                  + ", and * for all of them";
      return why + "; the baseline serves" + quarantined();
    }

    private String quarantined() {
      String out =
          entries.stream()
              .filter(entry -> entry.state() == ProfileState.QUARANTINED)
              .map(entry -> entry.profile().id() + ": " + entry.reason())
              .collect(Collectors.joining("; "));
      return out.isEmpty() ? "" : "; quarantined: " + out;
    }

    private ProfileAnswer answer(
        Outcome outcome, @Nullable ProfileEntry found, boolean serves, String explanation) {
      Configuration used =
          found != null && serves ? found.profile().configuration() : pack.baseline();
      return new ProfileAnswer(
          outcome,
          question.pack(),
          machine.sku(),
          machine.unit().describe(),
          machine.environment().fingerprint(),
          shape,
          used,
          found == null || !serves,
          found,
          explanation,
          entries.stream().filter(entry -> !entry.equals(found)).toList());
    }
  }
}
