package dev.evolve.loop.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.evolve.loop.CachePlan;
import dev.evolve.loop.cache.SlotPool.SlotException;
import dev.evolve.loop.cache.TransferConnector.NoCreditException;
import dev.evolve.loop.cache.TransferConnector.State;
import dev.evolve.loop.cache.TransferConnector.Transfer;
import dev.evolve.loop.sim.LooseWork;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class TransferConnectorTest {

  private static final int MIB = 1 << 20;

  private final SlotPool prefill = new SlotPool("prefill", 16 * MIB);
  private final SlotPool decode = new SlotPool("decode", 4 * MIB);

  private TransferConnector connector(int credits) {
    return new TransferConnector(prefill, decode, credits, SlotCopier.IN_MEMORY);
  }

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      content[i] = (byte) (i * 31);
    }
    return content;
  }

  private byte[] at(SlotPool pool, String slot) {
    return pool.bytes(slot).toArray(ValueLayout.JAVA_BYTE);
  }

  @Test
  void theSlotIsReadyAtTheTargetOnlyOnceItIsWhole() {
    prefill.write("r1", content(2 * MIB + 5));
    TransferConnector connector = connector(1);
    Transfer transfer = connector.begin("r1");
    assertFalse(connector.isReady("r1"));
    assertThrows(SlotException.class, () -> decode.bytes("r1"));
    assertTrue(transfer.run());
    assertTrue(connector.isReady("r1"));
    assertArrayEquals(content(2 * MIB + 5), at(decode, "r1"));
    assertEquals(State.COPIED, transfer.state());
  }

  @Test
  void changingTheSourceAfterwardsChangesNothingAtTheTarget() {
    prefill.write("r1", content(100));
    connector(1).begin("r1").run();
    prefill.bytes("r1").fill((byte) 0);
    assertArrayEquals(content(100), at(decode, "r1"));
    decode.bytes("r1").fill((byte) 7);
    assertArrayEquals(new byte[100], at(prefill, "r1"));
  }

  @Test
  void aSlotThatWasGivenFromOutsideIsACopyToo() {
    byte[] given = content(10);
    prefill.write("r1", given);
    given[0] = 99;
    assertArrayEquals(content(10), at(prefill, "r1"));
  }

  @Test
  void noMoreTransfersAreUnderWayThanThereAreCredits() {
    TransferConnector connector = connector(2);
    List.of("a", "b", "c").forEach(slot -> prefill.write(slot, content(8)));
    Transfer first = connector.begin("a");
    connector.begin("b");
    assertEquals(2, connector.inFlight());
    NoCreditException refusal = assertThrows(NoCreditException.class, () -> connector.begin("c"));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("all 2 credits"), refusal.getMessage());
    first.run();
    connector.begin("c").run();
    assertTrue(connector.isReady("c"));
  }

  @Test
  void aFailedTransferGivesBackItsCreditAndItsCapacity() {
    prefill.write("r1", content(3 * MIB));
    int[] pieces = {0};
    TransferConnector broken =
        new TransferConnector(
            prefill,
            decode,
            1,
            (target, source) -> {
              if (++pieces[0] == 2) {
                throw new IllegalStateException("the link broke");
              }
              target.copyFrom(source);
            });
    Transfer transfer = broken.begin("r1");
    assertEquals(3 * MIB, decode.usedBytes());
    assertThrows(IllegalStateException.class, transfer::run);
    assertEquals(State.FAILED, transfer.state());
    assertEquals(0, decode.usedBytes());
    assertEquals(0, broken.inFlight());
    assertFalse(broken.isReady("r1"));
    assertTrue(broken.begin("r1").run(), "the same slot can be sent again");
  }

  @Test
  void aCancelledTransferGivesBackItsCreditAndItsCapacity() {
    prefill.write("r1", content(3 * MIB));
    TransferConnector connector = connector(1);
    Transfer open = connector.begin("r1");
    open.cancel();
    open.cancel();
    assertEquals(0, decode.usedBytes());
    assertEquals(0, connector.inFlight());
    assertFalse(open.run());
    assertEquals(0, connector.inFlight(), "cancelling twice gives one credit back");
  }

  @Test
  void aTransferThatIsCancelledWhileItCopiesStopsAtItsNextPiece() {
    prefill.write("r1", content(3 * MIB));
    List<Transfer> running = new ArrayList<>();
    int[] pieces = {0};
    TransferConnector connector =
        new TransferConnector(
            prefill,
            decode,
            1,
            (target, source) -> {
              pieces[0]++;
              running.getFirst().cancel();
            });
    running.add(connector.begin("r1"));
    assertFalse(running.getFirst().run());
    assertEquals(1, pieces[0]);
    assertEquals(0, decode.usedBytes());
    assertEquals(0, connector.inFlight());
  }

  @Test
  void aTransferThatFindsNoRoomHoldsNoCredit() {
    prefill.write("large", content(4 * MIB + 1));
    TransferConnector connector = connector(1);
    SlotException refusal = assertThrows(SlotException.class, () -> connector.begin("large"));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("4194305 bytes"), refusal.getMessage());
    assertEquals(0, connector.inFlight());
    assertThrows(SlotException.class, () -> connector.begin("unknown"));
    assertEquals(0, connector.inFlight());
  }

  @Test
  void aTransferRunsOnce() {
    prefill.write("r1", content(8));
    Transfer transfer = connector(1).begin("r1");
    transfer.run();
    assertThrows(IllegalStateException.class, transfer::run);
  }

  @Test
  void freeingASlotGivesItsCapacityBack() {
    prefill.write("r1", content(8));
    assertEquals(8, prefill.usedBytes());
    assertTrue(prefill.free("r1"));
    assertFalse(prefill.free("r1"));
    assertEquals(0, prefill.usedBytes());
  }

  @Test
  void theExecutorKeepsStepsWaitingForACreditInTheirOrder() {
    List<String> slots = List.of("a", "b", "c", "d");
    slots.forEach(slot -> prefill.write(slot, content(8)));
    Queue<Runnable> threads = new ArrayDeque<>();
    TransferConnector connector = connector(2);
    TransferExecutor executor = new TransferExecutor(connector, threads::add, () -> Instant.EPOCH);
    List<LooseWork> works = slots.stream().map(TransferConnectorTest::send).toList();
    executor.execute(works.stream().map(LooseWork::work).toList());
    assertEquals(2, threads.size());
    threads.remove().run();
    assertEquals(new SlotTransfer.Sent("a", 8), works.getFirst().result().payload());
    assertEquals(2, threads.size(), "the next one takes the credit");
    while (!threads.isEmpty()) {
      threads.remove().run();
    }
    works.forEach(work -> assertInstanceOf(SlotTransfer.Sent.class, work.result().payload()));
    assertEquals(0, connector.inFlight());
  }

  @Test
  void manyStepsOnOneThreadDoNotPileUp() {
    List<LooseWork> works = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      prefill.write("s" + i, content(1));
      works.add(send("s" + i));
    }
    new TransferExecutor(connector(1), Runnable::run, () -> Instant.EPOCH)
        .execute(works.stream().map(LooseWork::work).toList());
    works.forEach(work -> assertEquals(1, work.answers()));
    assertTrue(decode.isReady("s19999"));
  }

  @Test
  void theExecutorGivesUpACancelledStepAndKeepsNothingOfIt() {
    prefill.write("a", content(2 * MIB));
    prefill.write("b", content(8));
    AtomicBoolean cancelled = new AtomicBoolean();
    Queue<Runnable> threads = new ArrayDeque<>();
    TransferConnector connector = connector(1);
    TransferExecutor executor = new TransferExecutor(connector, threads::add, () -> Instant.EPOCH);
    LooseWork first = send("a").withCancellation(cancelled::get);
    LooseWork second = send("b");
    executor.execute(List.of(first.work(), second.work()));
    cancelled.set(true);
    threads.remove().run();
    assertInstanceOf(CancellationException.class, first.failure());
    threads.remove().run();
    assertInstanceOf(SlotTransfer.Sent.class, second.result().payload());
    assertEquals(8, decode.usedBytes());
  }

  @Test
  void theExecutorRefusesWhatIsNoTransferAndFailsAStepWithoutRoomAlone() {
    prefill.write("large", content(4 * MIB + 1));
    prefill.write("small", content(8));
    LooseWork other = LooseWork.of("x", new LooseWork.Number(1), CachePlan.NONE);
    LooseWork large = send("large");
    LooseWork small = send("small");
    new TransferExecutor(connector(1), Runnable::run, () -> Instant.EPOCH)
        .execute(List.of(other.work(), large.work(), small.work()));
    assertInstanceOf(IllegalArgumentException.class, other.failure());
    assertInstanceOf(SlotException.class, large.failure());
    assertInstanceOf(SlotTransfer.Sent.class, small.result().payload());
  }

  @Test
  void aFailingCopyFailsItsStepAndTheNextGoesOn() {
    prefill.write("a", content(8));
    prefill.write("b", content(8));
    boolean[] broken = {true};
    SlotCopier once =
        (MemorySegment target, MemorySegment source) -> {
          if (broken[0]) {
            broken[0] = false;
            throw new IllegalStateException("the link broke");
          }
          target.copyFrom(source);
        };
    LooseWork first = send("a");
    LooseWork second = send("b");
    new TransferExecutor(
            new TransferConnector(prefill, decode, 1, once), Runnable::run, () -> Instant.EPOCH)
        .execute(List.of(first.work(), second.work()));
    assertEquals("the link broke", first.failure().getMessage());
    assertInstanceOf(SlotTransfer.Sent.class, second.result().payload());
    assertFalse(decode.isReady("a"));
  }

  private static LooseWork send(String slot) {
    return LooseWork.of(slot, new SlotTransfer.Send(slot), CachePlan.NONE);
  }
}
