package dev.evolve.app.serving;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets up logging without Spring: warnings to the standard error, requests if asked for. */
public final class ServeLogging {

  private ServeLogging() {}

  /**
   * Sets levels and the one appender.
   *
   * @param hasAccessLog whether each request has a line
   */
  public static void setUp(boolean hasAccessLog) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{0}: %msg%n");
    encoder.start();
    ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
    appender.setContext(context);
    appender.setTarget("System.err");
    appender.setEncoder(encoder);
    appender.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
    context
        .getLogger("dev.evolve.app.serving.access")
        .setLevel(hasAccessLog ? Level.INFO : Level.WARN);
  }
}
