package dev.evolve.memory;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evolve.event.ImportedTrials;

/** Something that somebody wants done to the memory of trials; each ends in one event. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = MemoryCommand.Import.class, name = "import"),
  @JsonSubTypes.Type(value = MemoryCommand.Forget.class, name = "forget")
})
public sealed interface MemoryCommand {

  /** Identity of the import that it is about. */
  String importId();

  /** Remember what was measured elsewhere. */
  record Import(ImportedTrials trials, String person) implements MemoryCommand {
    @Override
    public String importId() {
      return trials.key().id();
    }
  }

  /** Remember it no longer. */
  record Forget(ImportedTrials.Key key, String reason, String person) implements MemoryCommand {
    @Override
    public String importId() {
      return key.id();
    }
  }
}
