package dev.evolve.loop.sim;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StateCodec;
import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns a {@link ScriptState} into JSON of a fixed form, so that equal states give equal bytes. */
final class ScriptCodec implements StateCodec<ScriptState> {

  private static final Pattern FORM =
      Pattern.compile(
          "\\{\"script\":\"(.*)\",\"resident\":(\\d+),\"peak\":(\\d+),\"step\":(\\d+),"
              + "\"seed\":(-?\\d+),\"digest\":(-?\\d+),\"profile\":\"(\\w+)\","
              + "\"plugins\":\"(.*)\"}");

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
            + ",\"profile\":\""
            + state.profile()
            + "\",\"plugins\":\""
            + write(state.plugins())
            + "\"}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public ScriptState decode(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    Matcher found = FORM.matcher(text);
    if (!found.matches()) {
      throw new IllegalArgumentException("no state of a script loop: " + text);
    }
    ScriptRequest request =
        new ScriptRequest(
            found.group(1), Long.parseLong(found.group(2)), Long.parseLong(found.group(3)));
    return new ScriptState(
        request,
        Long.parseLong(found.group(4)),
        Long.parseLong(found.group(5)),
        Long.parseLong(found.group(6)),
        0,
        ExecutionProfile.valueOf(found.group(7)),
        readPlugins(found.group(8)));
  }

  /** Plain names and values only: {@code plugin/branch=value}, separated by semicolons. */
  private static String write(PluginStates plugins) {
    return plugins.asMap().entrySet().stream()
        .map(e -> e.getKey().plugin() + "/" + e.getKey().branch() + "=" + e.getValue())
        .collect(Collectors.joining(";"));
  }

  private static PluginStates readPlugins(String text) {
    TreeMap<String, String> entries = new TreeMap<>();
    for (String entry : text.isEmpty() ? new String[0] : text.split(";")) {
      int equals = entry.indexOf('=');
      entries.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    PluginStates states = PluginStates.EMPTY;
    for (var entry : entries.entrySet()) {
      int slash = entry.getKey().indexOf('/');
      states =
          states.with(
              entry.getKey().substring(0, slash),
              entry.getKey().substring(slash + 1),
              entry.getValue());
    }
    return states;
  }
}
