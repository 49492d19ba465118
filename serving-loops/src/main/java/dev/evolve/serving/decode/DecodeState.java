package dev.evolve.serving.decode;

import dev.evolve.loop.ExecutionProfile;
import dev.evolve.loop.LoopState;
import dev.evolve.loop.PluginStates;
import dev.evolve.loop.StreamChunk;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A text under way. Its moves: a prefill raises {@code computed}; a decode step appends tokens and
 * may end the text; losing the cache sets {@code computed} to 0. Which cache blocks it has is the
 * executor's business and not in here. Immutable.
 *
 * @param settings what stays the same
 * @param stepIndex steps advanced so far
 * @param tokens prompt and what was generated
 * @param computed positions whose keys and values are in the cache; a decode step needs all but the
 *     last
 * @param shown tokens, the prompt among them, whose text has been emitted
 * @param chunks how many chunks have been emitted
 * @param drafted how many tokens were drafted so far
 * @param agreed how many of those were accepted
 * @param finish whether the text has ended
 * @param plugins what plugins keep
 */
public record DecodeState(
    DecodeSettings settings,
    long stepIndex,
    TokenSequence tokens,
    int computed,
    int shown,
    long chunks,
    long drafted,
    long agreed,
    Finish finish,
    PluginStates plugins)
    implements LoopState {

  /** Stream and modality of the chunks. */
  static final String TEXT = "text";

  static DecodeState first(DecodeSettings settings, TokenSequence prompt) {
    return new DecodeState(
        settings, 0, prompt, 0, prompt.length(), 0, 0, 0, Finish.NONE, PluginStates.EMPTY);
  }

  @Override
  public ExecutionProfile profile() {
    return settings.profile();
  }

  /** How many tokens were generated. */
  public int generated() {
    return tokens.length() - settings.promptLength();
  }

  /** How many tokens were given. */
  public int promptLength() {
    return settings.promptLength();
  }

  /** How many more may be generated. */
  int remaining() {
    return settings.maxTokens() - generated();
  }

  /** The text emitted so far; all of it once the text has ended. */
  public String text() {
    return new String(
        ByteVocabulary.bytes(tokens, settings.promptLength(), shown), StandardCharsets.UTF_8);
  }

  /** After a prefill up to {@code end}. */
  DecodeState prefilled(int end, @Nullable PluginStates kept) {
    return new DecodeState(
        settings,
        stepIndex + 1,
        tokens,
        end,
        shown,
        chunks,
        drafted,
        agreed,
        finish,
        kept == null ? plugins : kept);
  }

  /** After the cache was lost. */
  DecodeState withoutCache() {
    return new DecodeState(
        settings, stepIndex, tokens, 0, shown, chunks, drafted, agreed, finish, plugins);
  }

  /** After a decode step: the same for whoever asks, executor or loop. */
  Growth grow(DecodePayload.Decoded decoded, @Nullable PluginStates kept) {
    TokenSequence grown = tokens;
    Finish end = Finish.NONE;
    int stop = 0;
    for (int i = 0; i < decoded.tokens().length() && end == Finish.NONE; i++) {
      grown = grown.plus(decoded.tokens().slice(i, i + 1));
      stop = stopLength(grown);
      end = finishOf(grown, stop);
    }
    int visible = visible(grown, end, stop);
    boolean emits = visible > shown || end != Finish.NONE;
    DecodeState next =
        new DecodeState(
            settings,
            stepIndex + 1,
            grown,
            grown.length() - 1,
            visible,
            emits ? chunks + 1 : chunks,
            drafted + decoded.drafted(),
            agreed + decoded.agreed(),
            end,
            kept == null ? plugins : kept);
    return new Growth(next, emits ? chunk(next) : null);
  }

  private int stopLength(TokenSequence grown) {
    return settings.stops().isEmpty()
        ? 0
        : TextTail.stopLength(ByteVocabulary.bytes(grown, shown, grown.length()), settings.stops());
  }

  private Finish finishOf(TokenSequence grown, int stop) {
    boolean ended = grown.at(grown.length() - 1) == ByteVocabulary.END && !settings.ignoreEnd();
    if (ended || stop > 0) {
      return Finish.STOP;
    }
    return grown.length() - settings.promptLength() >= settings.maxTokens()
        ? Finish.LENGTH
        : Finish.NONE;
  }

  /** One past the last token whose text may be shown. */
  private int visible(TokenSequence grown, Finish end, int stop) {
    if (end != Finish.NONE) {
      return without(grown, stop);
    }
    byte[] pending = ByteVocabulary.bytes(grown, shown, grown.length());
    return without(grown, pending.length - TextTail.safe(pending, settings.stops()));
  }

  /** One past the token that is left after so many bytes were taken off the end. */
  private static int without(TokenSequence grown, int bytes) {
    int end = grown.length();
    for (int left = bytes; left > 0; ) {
      if (ByteVocabulary.isByte(grown.at(--end))) {
        left--;
      }
    }
    return end;
  }

  private StreamChunk chunk(DecodeState next) {
    String data =
        new String(ByteVocabulary.bytes(next.tokens, shown, next.shown), StandardCharsets.UTF_8);
    return new StreamChunk(
        TEXT, TEXT, chunks, data, "utf-8", 0, 0, false, next.finish != Finish.NONE);
  }

  /**
   * What a decode step leads to.
   *
   * @param state the next state
   * @param chunk what it emits; null if nothing can be shown yet
   */
  record Growth(DecodeState state, @Nullable StreamChunk chunk) {}
}
