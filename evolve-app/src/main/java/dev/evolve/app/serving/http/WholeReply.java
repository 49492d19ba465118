package dev.evolve.app.serving.http;

import dev.evolve.app.serving.api.Answers;
import dev.evolve.app.serving.api.Answers.Usage;
import dev.evolve.app.serving.api.ApiError;
import dev.evolve.app.serving.engine.CompletionEnd.Reason;

/** One JSON document when all is there. */
final class WholeReply implements Reply {

  private final Responder responder;
  private final Answers answers;
  private final StringBuilder text = new StringBuilder();

  WholeReply(Responder responder, Answers answers) {
    this.responder = responder;
    this.answers = answers;
  }

  @Override
  public void accepted() {
    // The status is known at the end only.
  }

  @Override
  public boolean text(String more) {
    text.append(more);
    return true;
  }

  @Override
  public void writable() {
    // Nothing was held back.
  }

  @Override
  public void finished(Reason reason, Usage usage) {
    responder.json(200, answers.whole(text.toString(), reason, usage));
  }

  @Override
  public void failed(ApiError error) {
    responder.error(error);
  }
}
