package dev.evolve.loop.file;

import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the fields of files and records lie. All numbers are big endian.
 *
 * <pre>
 * file    magic 8, version 4, role 4, number 8, zero 4, CRC 4, records
 * record  CRC 4, length of what follows 4, type 1, status 1, zero 2, step number 8, body
 * GROUP   no body; stands before the records that are made durable together
 * DEFINE  loop 4, length of id 4, id, kind; a loop's number holds within its file
 * STEP    loop 4, step index 8, length of state 4, state, events
 * END     number of steps 8; ends a file that is complete
 * </pre>
 *
 * The CRC is CRC-32C over the record behind it, combined with the record's place: a record that was
 * copied elsewhere, such as a log kept in a state, is none there.
 */
final class Layout {

  static final long MAGIC = 0x45564c4f4f504c47L;
  static final int VERSION = 1;
  static final int FILE_HEADER = 32;
  static final int FILE_VERSION = 8;
  static final int FILE_ROLE = 12;
  static final int FILE_NUMBER = 16;
  static final int FILE_CRC = 28;

  static final int CRC = 0;
  static final int LENGTH = 4;
  static final int COUNTED = 8;
  static final int TYPE = 8;
  static final int STATUS = 9;
  static final int ZERO = 10;
  static final int SEQUENCE = 12;
  static final int BODY = 20;
  static final int LOOP = 20;
  static final int STEP_INDEX = 24;
  static final int STATE_LENGTH = 32;
  static final int STATE = 36;
  static final int ID_LENGTH = 24;
  static final int ID = 28;
  static final int END_BYTES = BODY + Long.BYTES;

  static final byte GROUP = 1;
  static final byte DEFINE = 2;
  static final byte STEP = 3;
  static final byte END = 4;

  private static final List<Status> STATUSES = List.of(Status.values());

  private Layout() {}

  static int stepBytes(int stateBytes, int eventBytes) {
    return STATE + stateBytes + eventBytes;
  }

  static int defineBytes(byte[] id, byte[] kind) {
    return ID + id.length + kind.length;
  }

  static void putGroup(ByteBuffer to, long sequence) {
    putHead(to, BODY, GROUP, (byte) 0, sequence);
  }

  static void putDefine(ByteBuffer to, long sequence, int loop, byte[] id, byte[] kind) {
    putHead(to, defineBytes(id, kind), DEFINE, (byte) 0, sequence);
    to.putInt(loop).putInt(id.length).put(id).put(kind);
  }

  static void putStep(
      ByteBuffer to, long sequence, int loop, Checkpoint checkpoint, byte[] events) {
    byte[] state = checkpoint.state();
    byte status = (byte) checkpoint.status().ordinal();
    putHead(to, stepBytes(state.length, events.length), STEP, status, sequence);
    to.putInt(loop).putLong(checkpoint.stepIndex()).putInt(state.length).put(state).put(events);
  }

  static void putEnd(ByteBuffer to, long sequence, long steps) {
    putHead(to, END_BYTES, END, (byte) 0, sequence);
    to.putLong(steps);
  }

  /** A status as stored; null if there is none of this code. */
  static @Nullable Status status(byte code) {
    return code >= 0 && code < STATUSES.size() ? STATUSES.get(code) : null;
  }

  private static void putHead(ByteBuffer to, int bytes, byte type, byte status, long sequence) {
    to.putInt(0).putInt(bytes - COUNTED).put(type).put(status).putShort((short) 0);
    to.putLong(sequence);
  }
}
