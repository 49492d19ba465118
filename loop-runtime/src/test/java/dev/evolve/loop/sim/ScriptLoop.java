package dev.evolve.loop.sim;

import dev.evolve.loop.CacheBlocks;
import dev.evolve.loop.Done;
import dev.evolve.loop.Loop;
import dev.evolve.loop.LoopContext;
import dev.evolve.loop.LoopDemand;
import dev.evolve.loop.LoopResult;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PlacementHint;
import dev.evolve.loop.Plan;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A loop that does what its request's script says, one step for each word:
 *
 * <pre>
 * w            compute; shares its batch with every other plain w
 * w:KEY        compute, in batches of its own key
 * m:BYTES      compute with a peak of so many bytes
 * d:A,B        compute on exclusive devices
 * c:SECONDS    compute that takes predicted seconds
 * s:NAME       wait for a signal
 * s:NAME@T     wait for a signal, at most until epoch second T
 * t@T          wait until epoch second T
 * x:next       throw in next
 * x:advance    throw in advance
 * x:execute    fail in the executor
 * </pre>
 *
 * <p>Every step emits a text and an event with its plan, and an event with its result.
 */
public class ScriptLoop implements Loop<ScriptRequest, ScriptState> {

  /** The loop's kind. */
  public static final String KIND = "script";

  private static final StateCodec<ScriptState> CODEC = new Codec();

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public ScriptState init(ScriptRequest request, ModelRef model, LoopContext context) {
    return new ScriptState(request, 0, context.seed(), 0);
  }

  @Override
  public LoopDemand demand(ScriptState state) {
    return LoopDemand.ofBytes(state.request().residentBytes(), state.request().worstPeakBytes());
  }

  @Override
  public Plan next(ScriptState state) {
    String word = word(state);
    if (word == null) {
      return new Done("end of script");
    }
    String argument = word.length() < 2 ? "" : word.substring(2);
    return switch (word.charAt(0)) {
      case 'w' -> compute(state, argument, ResourceRequest.NONE);
      case 'm' -> compute(state, "", bytes(Long.parseLong(argument)));
      case 'c' -> compute(state, "", needs(Double.parseDouble(argument), Set.of()));
      case 'd' -> compute(state, "", needs(0, Set.of(argument.split(","))));
      case 's', 't' -> waiting(state, word);
      case 'x' -> broken(state, argument);
      default -> throw new IllegalArgumentException("no such step: " + word);
    };
  }

  @Override
  public ScriptState advance(ScriptState state, StepResult result) {
    if ("x:advance".equals(word(state))) {
      throw new IllegalStateException("advance was told to throw");
    }
    return state.after(((ScriptWork.Computed) result.payload()).value());
  }

  @Override
  public LoopResult finalize(ScriptState state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("digest", Long.toHexString(state.digest()));
    return new LoopResult("done", artifacts);
  }

  @Override
  public List<StreamChunk> farewell(ScriptState state, Ending ending, String reason, Instant at) {
    return List.of(StreamChunk.event("events", 2 * state.stepIndex(), ending + ": " + reason));
  }

  @Override
  public StateCodec<ScriptState> codec() {
    return CODEC;
  }

  private static @Nullable String word(ScriptState state) {
    String script = state.request().script();
    String[] words = script.isBlank() ? new String[0] : script.split(" ");
    return state.stepIndex() < words.length ? words[(int) state.stepIndex()] : null;
  }

  private static WorkPlan broken(ScriptState state, String where) {
    if (where.equals("next")) {
      throw new IllegalStateException("next was told to throw");
    }
    return plan(state, WorkUnitKind.AR_TOKEN, "", payload(state, where.equals("execute")), NOTHING);
  }

  private static final ResourceRequest NOTHING = ResourceRequest.NONE;

  private static WorkPlan compute(ScriptState state, String key, ResourceRequest resources) {
    return plan(state, WorkUnitKind.AR_TOKEN, key, payload(state, false), resources);
  }

  private static WorkPlan waiting(ScriptState state, String word) {
    int at = word.indexOf('@');
    Instant until = at < 0 ? null : Instant.ofEpochSecond(Long.parseLong(word.substring(at + 1)));
    String name = word.charAt(0) == 't' ? "" : word.substring(2, at < 0 ? word.length() : at);
    List<String> names = name.isEmpty() ? List.of() : List.of(name);
    return plan(state, WorkUnitKind.WAIT, "", new Waiting(names, until), NOTHING);
  }

  private static ScriptWork.Compute payload(ScriptState state, boolean fails) {
    return new ScriptWork.Compute(state.seed() * 31 + state.stepIndex(), fails);
  }

  private static WorkPlan plan(
      ScriptState state,
      WorkUnitKind kind,
      String key,
      WorkPayload payload,
      ResourceRequest resources) {
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("key", key);
    List<StreamChunk> emits = new ArrayList<>();
    emits.add(text(state.stepIndex()));
    emits.add(StreamChunk.event("events", 2 * state.stepIndex(), "plan-" + state.stepIndex()));
    return WorkPlan.of(
            new ShapeSignature(kind, List.of(), "", extra),
            payload,
            "step " + state.stepIndex(),
            resources,
            PlacementHint.ANY)
        .withEmits(emits);
  }

  private static StreamChunk text(long step) {
    return new StreamChunk("text", "text", step, "say-" + step, "utf-8", 0, 0, false, false);
  }

  private static ResourceRequest bytes(long peak) {
    return ResourceRequest.of(0, 0, peak);
  }

  private static ResourceRequest needs(double seconds, Set<String> devices) {
    return new ResourceRequest(seconds, 0, 0, CacheBlocks.NONE, 0, 0, devices);
  }

  /** A fixed form, so that equal states give equal bytes. */
  private static final class Codec implements StateCodec<ScriptState> {

    private static final Pattern FORM =
        Pattern.compile(
            "\\{\"script\":\"(.*)\",\"resident\":(\\d+),\"peak\":(\\d+),\"step\":(\\d+),"
                + "\"seed\":(-?\\d+),\"digest\":(-?\\d+)}");

    @Override
    public byte[] encode(ScriptState state) {
      String json =
          "{\"script\":\""
              + state.request().script()
              + "\",\"resident\":"
              + state.request().residentBytes()
              + ",\"peak\":"
              + state.request().worstPeakBytes()
              + ",\"step\":"
              + state.stepIndex()
              + ",\"seed\":"
              + state.seed()
              + ",\"digest\":"
              + state.digest()
              + "}";
      return json.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public ScriptState decode(byte[] json) {
      String text = new String(json, StandardCharsets.UTF_8);
      Matcher found = FORM.matcher(text);
      if (!found.matches()) {
        throw new IllegalArgumentException("no state of a script loop: " + text);
      }
      return new ScriptState(
          new ScriptRequest(
              found.group(1), Long.parseLong(found.group(2)), Long.parseLong(found.group(3))),
          Long.parseLong(found.group(4)),
          Long.parseLong(found.group(5)),
          Long.parseLong(found.group(6)));
    }
  }
}
