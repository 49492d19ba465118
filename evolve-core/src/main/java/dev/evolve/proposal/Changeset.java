package dev.evolve.proposal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evolve.pack.Configuration;

/** What a proposal changes. Holds old and new, so that its rollback is known. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Changeset.Knobs.class, name = "knobs"),
  @JsonSubTypes.Type(value = Changeset.Diff.class, name = "diff"),
  @JsonSubTypes.Type(value = Changeset.KnobsAndDiff.class, name = "knobs-and-diff")
})
public sealed interface Changeset {

  /** Another configuration. */
  record Knobs(Configuration from, Configuration to) implements Changeset {}

  /** A unified diff against the base commit, paths relative to the repository's root. */
  record Diff(String unifiedDiff) implements Changeset {}

  /** Both. */
  record KnobsAndDiff(Configuration from, Configuration to, String unifiedDiff)
      implements Changeset {}
}
