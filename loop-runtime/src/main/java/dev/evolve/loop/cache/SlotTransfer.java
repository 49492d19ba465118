package dev.evolve.loop.cache;

import dev.evolve.loop.WorkPayload;

/** Payloads of steps that move a slot between pools, for a {@link TransferExecutor}. */
public sealed interface SlotTransfer extends WorkPayload {

  /** Move this slot; the plan's kind is {@code TRANSFER}. */
  record Send(String slot) implements SlotTransfer {}

  /** The slot is whole at the target. */
  record Sent(String slot, long bytes) implements SlotTransfer {}
}
