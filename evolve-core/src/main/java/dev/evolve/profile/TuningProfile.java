package dev.evolve.profile;

import dev.evolve.pack.Configuration;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.verdict.Effect;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A configuration with the evidence for it, on one machine and one shape. A value: its state, which
 * depends on who asks and when, is in {@link ProfileEntry}.
 *
 * @param id unique for ever
 * @param pack name of the pack
 * @param packSha256 hash of the pack's declaration; empty if the pack is not known
 * @param spaceSha256 hash of its knobs and constraints; empty if the pack is not known
 * @param hardware the machine that it was last measured on
 * @param sku identity of the hardware without its environment
 * @param environment fingerprint of compiler, kernel, microcode and drivers
 * @param shape the input that it is for
 * @param baseline what it was measured against
 * @param configuration what it sets
 * @param effect candidate over baseline with its interval, measured side by side; null for an
 *     import that was never measured here
 * @param measuredAt when that was
 * @param search the search behind it
 * @param provenance where it comes from
 */
public record TuningProfile(
    String id,
    String pack,
    String packSha256,
    String spaceSha256,
    HardwareProfile hardware,
    String sku,
    String environment,
    Shape shape,
    Configuration baseline,
    Configuration configuration,
    @Nullable Effect effect,
    Instant measuredAt,
    SearchRecord search,
    Provenance provenance) {

  /** Where it applies. */
  public ProfileKey key() {
    return new ProfileKey(pack, sku, shape.name());
  }

  /** True if it was measured here beside its baseline and passed the gates. */
  public boolean isProved() {
    return effect != null;
  }

  /** This with the evidence of a later measurement. */
  TuningProfile measuredAgain(HardwareProfile machine, Effect found, Instant at) {
    Machine halves = Machine.of(machine);
    return new TuningProfile(
        id,
        pack,
        packSha256,
        spaceSha256,
        machine,
        halves.sku(),
        halves.environment().fingerprint(),
        shape,
        baseline,
        configuration,
        found,
        at,
        search,
        provenance);
  }
}
