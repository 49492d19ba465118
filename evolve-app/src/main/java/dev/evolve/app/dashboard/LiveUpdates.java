package dev.evolve.app.dashboard;

import dev.evolve.app.campaigns.ProgressFeed;
import dev.evolve.app.views.CampaignViews;
import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import jakarta.annotation.PreDestroy;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Server-sent events of what happens: one line of news an event. Each page has a short queue of its
 * own and a virtual thread that empties it; a page that does not keep up is cut off and connects
 * again, when it shows the newest state anyway.
 */
@RestController
class LiveUpdates {

  private static final int QUEUE = 256;
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final List<Page> pages = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService heartbeat =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("sse-heartbeat").daemon().factory());

  LiveUpdates(CampaignViews views, ProgressFeed progress) {
    views.watch(event -> send("event", news(event)));
    progress.subscribe(news -> send("progress", Json.write(news)));
    heartbeat.scheduleAtFixedRate(
        () -> send("heartbeat", "{}"),
        HEARTBEAT.toSeconds(),
        HEARTBEAT.toSeconds(),
        TimeUnit.SECONDS);
  }

  @GetMapping(value = "/api/v1/events/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter stream() {
    Page page = new Page();
    pages.add(page);
    page.begin();
    return page.emitter;
  }

  @PreDestroy
  void close() {
    heartbeat.shutdownNow();
    pages.forEach(Page::end);
  }

  private void send(String name, String data) {
    for (Page page : pages) {
      if (!page.queue.offer(new Message(name, data))) {
        page.end();
      }
    }
  }

  private static String news(DomainEvent event) {
    Map<String, String> news = new LinkedHashMap<>();
    news.put("campaignId", event.campaignId());
    news.put("kind", event.getClass().getSimpleName());
    return Json.write(news);
  }

  private record Message(String name, String data) {}

  /** One open page. */
  private final class Page {
    private final SseEmitter emitter = new SseEmitter(0L);
    private final BlockingQueue<Message> queue = new ArrayBlockingQueue<>(QUEUE);
    private volatile boolean ended;

    void begin() {
      emitter.onCompletion(this::end);
      emitter.onTimeout(this::end);
      emitter.onError(failure -> end());
      queue.add(new Message("heartbeat", "{}"));
      Thread.ofVirtual().name("sse-page").start(this::pump);
    }

    private void pump() {
      try {
        while (!ended) {
          Message message = queue.poll(1, TimeUnit.SECONDS);
          if (message != null) {
            emitter.send(SseEmitter.event().name(message.name()).data(message.data()));
          }
        }
        emitter.complete();
      } catch (IOException | IllegalStateException e) {
        end();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    void end() {
      ended = true;
      pages.remove(this);
    }
  }
}
