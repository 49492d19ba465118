package dev.evolve.serving.decode;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.ModelRef;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StateCodec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A decode state as one flat JSON object with its fields in a fixed order. Tokens are base64 of
 * big-endian 16-bit integers: a tenth of the time and half of the bytes of an array of numbers.
 */
final class DecodeStateCodec implements StateCodec<DecodeState> {

  private static final int FIELD_BYTES = 512;
  private static final int BYTES_PER_TOKEN = 3;

  private final JsonFactory factory = new JsonFactory();

  @Override
  public byte[] encode(DecodeState state) {
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream(FIELD_BYTES + state.tokens().length() * BYTES_PER_TOKEN);
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      write(json, state.settings());
      write(json, state);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, DecodeSettings settings) {
    json.writeStringProperty("model", settings.model().id());
    json.writeStringProperty("version", settings.model().version());
    json.writeStringProperty("profile", settings.profile().name());
    json.writeNumberProperty("seed", settings.seed());
    json.writeNumberProperty("promptLength", settings.promptLength());
    json.writeNumberProperty("maxTokens", settings.maxTokens());
    json.writeNumberProperty("temperature", settings.sampling().temperature());
    json.writeNumberProperty("topP", settings.sampling().topP());
    json.writeBooleanProperty("relaxed", settings.sampling().relaxedAcceptance());
    json.writeBooleanProperty("ignoreEnd", settings.ignoreEnd());
    json.writeArrayPropertyStart("stops");
    settings.stops().forEach(json::writeString);
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, DecodeState state) {
    json.writeNumberProperty("step", state.stepIndex());
    json.writeNumberProperty("computed", state.computed());
    json.writeNumberProperty("shown", state.shown());
    json.writeNumberProperty("chunks", state.chunks());
    json.writeNumberProperty("drafted", state.drafted());
    json.writeNumberProperty("agreed", state.agreed());
    json.writeStringProperty("finish", state.finish().name());
    json.writeBinaryProperty("tokens", bytes(state.tokens()));
    json.writeArrayPropertyStart("plugins");
    state
        .plugins()
        .asMap()
        .forEach(
            (key, value) -> {
              json.writeString(key.plugin());
              json.writeString(key.branch());
              json.writeString(value);
            });
    json.writeEndArray();
  }

  private static byte[] bytes(TokenSequence tokens) {
    ByteBuffer buffer = ByteBuffer.allocate(tokens.length() * Short.BYTES);
    buffer.asShortBuffer().put(tokens.toArray());
    return buffer.array();
  }

  private static TokenSequence tokens(byte[] bytes) {
    short[] tokens = new short[bytes.length / Short.BYTES];
    ByteBuffer.wrap(bytes).asShortBuffer().get(tokens);
    return TokenSequence.owning(tokens);
  }

  @Override
  public DecodeState decode(byte[] json) {
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), json)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, "an object");
      Fields fields = new Fields();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        fields.read(name, parser);
      }
      require(parser.nextToken() == null, "one object and nothing behind it");
      return fields.state();
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no decode state: " + e.getMessage(), e);
    }
  }

  private static void require(boolean holds, String wanted) {
    if (!holds) {
      throw new IllegalArgumentException("a decode state is " + wanted);
    }
  }

  /** The fields as they are read. */
  private static final class Fields {

    private static final int COUNT = 20;

    private String model = "";
    private String version = "";
    private ExecutionProfile profile = ExecutionProfile.SERVE;
    private long seed;
    private int promptLength;
    private int maxTokens;
    private double temperature;
    private double topP;
    private boolean relaxed;
    private boolean ignoreEnd;
    private List<String> stops = List.of();
    private long step;
    private int computed;
    private int shown;
    private long chunks;
    private long drafted;
    private long agreed;
    private Finish finish = Finish.NONE;
    private TokenSequence tokens = TokenSequence.EMPTY;
    private PluginStates plugins = PluginStates.EMPTY;
    private int seen;

    void read(String name, JsonParser json) {
      seen++;
      switch (name) {
        case "model" -> model = json.getString();
        case "version" -> version = json.getString();
        case "profile" -> profile = ExecutionProfile.valueOf(json.getString());
        case "seed" -> seed = json.getLongValue();
        case "promptLength" -> promptLength = json.getIntValue();
        case "maxTokens" -> maxTokens = json.getIntValue();
        case "temperature" -> temperature = json.getDoubleValue();
        case "topP" -> topP = json.getDoubleValue();
        case "relaxed" -> relaxed = json.getBooleanValue();
        case "ignoreEnd" -> ignoreEnd = json.getBooleanValue();
        case "stops" -> stops = strings(json);
        case "step" -> step = json.getLongValue();
        case "computed" -> computed = json.getIntValue();
        case "shown" -> shown = json.getIntValue();
        case "chunks" -> chunks = json.getLongValue();
        case "drafted" -> drafted = json.getLongValue();
        case "agreed" -> agreed = json.getLongValue();
        case "finish" -> finish = Finish.valueOf(json.getString());
        case "tokens" -> tokens = DecodeStateCodec.tokens(json.getBinaryValue());
        case "plugins" -> plugins = plugins(strings(json));
        default -> require(false, "without a field " + name);
      }
    }

    private static List<String> strings(JsonParser json) {
      List<String> strings = new ArrayList<>();
      while (json.nextToken() != JsonToken.END_ARRAY) {
        strings.add(json.getString());
      }
      return strings;
    }

    private static PluginStates plugins(List<String> entries) {
      TreeMap<PluginStates.Key, String> states =
          new TreeMap<>(
              java.util.Comparator.comparing(PluginStates.Key::plugin)
                  .thenComparing(PluginStates.Key::branch));
      for (int i = 0; i + 2 < entries.size(); i += 3) {
        states.put(new PluginStates.Key(entries.get(i), entries.get(i + 1)), entries.get(i + 2));
      }
      return PluginStates.of(states);
    }

    DecodeState state() {
      require(seen == COUNT, "an object of " + COUNT + " fields, not " + seen);
      require(
          promptLength >= 1 && promptLength <= shown && shown <= tokens.length(),
          "shown up to a token between the prompt's end and the text's");
      DecodeSettings settings =
          new DecodeSettings(
              new ModelRef(model, version),
              profile,
              seed,
              promptLength,
              maxTokens,
              new Sampling(temperature, topP, relaxed),
              stops,
              ignoreEnd);
      return new DecodeState(
          settings, step, tokens, computed, shown, chunks, drafted, agreed, finish, plugins);
    }
  }
}
