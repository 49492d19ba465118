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
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.ResourceRequest;
import dev.evolve.loop.ShapeSignature;
import dev.evolve.loop.StateCodec;
import dev.evolve.loop.StepResult;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.Waiting;
import dev.evolve.loop.WorkPayload;
import dev.evolve.loop.WorkPlan;
import dev.evolve.loop.WorkUnitKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A loop that does what its request's script says, one step for each word:
 *
 * <pre>
 * w            compute; shares its batch with every other plain w
 * w:KEY        compute, in batches of its own key
 * u:UNITS      compute of so many work units
 * m:BYTES      compute with a peak of so many bytes
 * d:A,B        compute on exclusive devices
 * c:SECONDS    compute that takes predicted seconds
 * k:N          compute with so many blocks of cache class kv
 * v:N          compute with so many blocks of cache class vae
 * b:BYTES      compute that moves so many bytes between pools
 * g:N          compute with so many captured graphs
 * p:NAME       compute on a named pool
 * s:NAME       wait for a signal
 * s:NAME@T     wait for a signal, at most until epoch second T
 * t@T          wait until epoch second T
 * x:next       throw in next
 * x:advance    throw in advance
 * x:execute    fail in the executor
 * x:blocks     ask for one block of kv more than the loop declared
 * x:graphs     ask for one graph more than the loop declared
 * </pre>
 *
 * <p>Blocks and graphs are declared as its words need them, memory as its request says. What its
 * steps gave lies in the executor's cache; after a loss the next step computes it again. Every step
 * emits a text and an event with its plan, and an event with its result.
 */
public class ScriptLoop implements Loop<ScriptRequest, ScriptState> {

  /** The loop's kind. */
  public static final String KIND = "script";

  private static final StateCodec<ScriptState> CODEC = new ScriptCodec();

  private final String kind;

  /** The loop under its usual kind. */
  public ScriptLoop() {
    this(KIND);
  }

  /** The loop under another kind. */
  public ScriptLoop(String kind) {
    this.kind = kind;
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public ScriptState init(ScriptRequest request, ModelRef model, LoopContext context) {
    return new ScriptState(request, 0, context.seed(), 0, 0, context.profile(), PluginStates.EMPTY);
  }

  @Override
  public LoopDemand demand(ScriptState state) {
    ScriptRequest request = state.request();
    TreeMap<String, Long> blocks = new TreeMap<>();
    blocks.put("kv", largest(request, "k:"));
    blocks.put("vae", largest(request, "v:"));
    return new LoopDemand(
        request.residentBytes(),
        request.worstPeakBytes(),
        CacheBlocks.of(blocks),
        (int) largest(request, "g:"));
  }

  private static long largest(ScriptRequest request, String prefix) {
    return Stream.of(request.script().split(" "))
        .filter(word -> word.startsWith(prefix))
        .mapToLong(word -> Long.parseLong(word.substring(2)))
        .max()
        .orElse(0);
  }

  @Override
  public Plan next(ScriptState state) {
    String word = word(state);
    if (word == null) {
      return new Done("end of script");
    }
    String argument = word.length() < 2 ? "" : word.substring(2);
    return switch (word.charAt(0)) {
      case 'w' -> compute(state, argument, NOTHING);
      case 'u' -> plan(state, List.of(Long.parseLong(argument)), payload(state, false));
      case 'm' -> compute(state, "", ResourceRequest.of(0, 0, Long.parseLong(argument)));
      case 'c' -> compute(state, "", ResourceRequest.of(Double.parseDouble(argument), 0, 0));
      case 'd' -> compute(state, "", devices(Set.of(argument.split(","))));
      case 'k' -> compute(state, "", blocks("kv", Long.parseLong(argument)));
      case 'v' -> compute(state, "", blocks("vae", Long.parseLong(argument)));
      case 'b' -> compute(state, "", NOTHING.withTransferBytes(Long.parseLong(argument)));
      case 'g' -> compute(state, "", graphs(Integer.parseInt(argument)));
      case 'p' -> placed(compute(state, "", NOTHING), argument);
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
    ScriptState next = state.after(((ScriptWork.Computed) result.payload()).value());
    return result.plugins() == null ? next : next.withPlugins(result.plugins());
  }

  @Override
  public ScriptState withoutCache(ScriptState state) {
    return state.withCached(0);
  }

  @Override
  public SortedMap<String, String> partial(ScriptState state) {
    TreeMap<String, String> artifacts = new TreeMap<>();
    artifacts.put("steps", String.valueOf(state.stepIndex()));
    return artifacts;
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

  private WorkPlan broken(ScriptState state, String where) {
    LoopDemand demand = demand(state);
    return switch (where) {
      case "next" -> throw new IllegalStateException("next was told to throw");
      case "blocks" -> compute(state, "", blocks("kv", demand.cacheBlocks().of("kv") + 1));
      case "graphs" -> compute(state, "", graphs(demand.graphSlots() + 1));
      case "execute" -> plan(state, List.of(), payload(state, true));
      default -> plan(state, List.of(), payload(state, false));
    };
  }

  private static final ResourceRequest NOTHING = ResourceRequest.NONE;

  private static WorkPlan compute(ScriptState state, String key, ResourceRequest resources) {
    return plan(
        state, shape(WorkUnitKind.AR_TOKEN, List.of(), key), payload(state, false), resources);
  }

  private static WorkPlan plan(ScriptState state, List<Long> dims, WorkPayload payload) {
    return plan(state, shape(WorkUnitKind.AR_TOKEN, dims, ""), payload, NOTHING);
  }

  private static WorkPlan waiting(ScriptState state, String word) {
    int at = word.indexOf('@');
    Instant until = at < 0 ? null : Instant.ofEpochSecond(Long.parseLong(word.substring(at + 1)));
    String name = word.charAt(0) == 't' ? "" : word.substring(2, at < 0 ? word.length() : at);
    List<String> names = name.isEmpty() ? List.of() : List.of(name);
    Waiting waiting = new Waiting(names, until);
    return plan(state, shape(WorkUnitKind.WAIT, List.of(), ""), waiting, NOTHING);
  }

  private static ScriptWork.Compute payload(ScriptState state, boolean fails) {
    return new ScriptWork.Compute(state.seed() * 31 + state.stepIndex(), fails, state.cached());
  }

  private static ShapeSignature shape(WorkUnitKind kind, List<Long> dims, String key) {
    TreeMap<String, String> extra = new TreeMap<>();
    extra.put("key", key);
    return new ShapeSignature(kind, dims, "", extra);
  }

  private static WorkPlan plan(
      ScriptState state, ShapeSignature shape, WorkPayload payload, ResourceRequest resources) {
    List<StreamChunk> emits = new ArrayList<>();
    emits.add(text(state.stepIndex()));
    emits.add(StreamChunk.event("events", 2 * state.stepIndex(), "plan-" + state.stepIndex()));
    return WorkPlan.of(shape, payload, "step " + state.stepIndex(), resources, PlacementHint.ANY)
        .withEmits(emits);
  }

  private static StreamChunk text(long step) {
    return new StreamChunk("text", "text", step, "say-" + step, "utf-8", 0, 0, false, false);
  }

  private static WorkPlan placed(WorkPlan plan, String pool) {
    return WorkPlan.of(
            plan.shape(), plan.payload(), plan.label(), plan.resources(), new PlacementHint(pool))
        .withEmits(plan.emits());
  }

  private static ResourceRequest devices(Set<String> devices) {
    return new ResourceRequest(0, 0, 0, CacheBlocks.NONE, 0, 0, devices);
  }

  private static ResourceRequest blocks(String cacheClass, long blocks) {
    return NOTHING.withCacheBlocks(CacheBlocks.of(cacheClass, blocks));
  }

  private static ResourceRequest graphs(int slots) {
    return new ResourceRequest(0, 0, 0, CacheBlocks.NONE, 0, slots, Set.of());
  }
}
