package dev.evolve.services.kafka;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/** Settings of a broker that is alone: one replica of everything, few internal partitions. */
final class BrokerSettings {

  static final int NODE_ID = 1;

  private BrokerSettings() {}

  /** All settings; {@code extra} holds {@code name=value} that override. */
  static Properties of(Path data, int port, int controllerPort, List<String> extra) {
    Properties settings = new Properties();
    node(settings, data, port, controllerPort);
    internalTopics(settings);
    footprint(settings);
    for (String setting : extra) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("wanted NAME=VALUE, found " + setting);
      }
      settings.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return settings;
  }

  private static void node(Properties settings, Path data, int port, int controllerPort) {
    settings.setProperty("process.roles", "broker,controller");
    settings.setProperty("node.id", Integer.toString(NODE_ID));
    settings.setProperty("log.dirs", data.toString());
    settings.setProperty(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    settings.setProperty("controller.listener.names", "CONTROLLER");
    settings.setProperty(
        "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    settings.setProperty("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
    settings.setProperty("auto.create.topics.enable", "false");
    // After a crash the controller waits for the former broker's session to end before it lets the
    // new one in; a short session makes that wait short, yet outlasts a stall of a busy machine.
    settings.setProperty("broker.session.timeout.ms", "6000");
    settings.setProperty("broker.heartbeat.interval.ms", "1000");
  }

  private static void internalTopics(Properties settings) {
    settings.setProperty("default.replication.factor", "1");
    settings.setProperty("min.insync.replicas", "1");
    settings.setProperty("offsets.topic.replication.factor", "1");
    settings.setProperty("offsets.topic.num.partitions", "4");
    settings.setProperty("transaction.state.log.replication.factor", "1");
    settings.setProperty("transaction.state.log.min.isr", "1");
    settings.setProperty("transaction.state.log.num.partitions", "4");
    settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
    settings.setProperty("share.coordinator.state.topic.min.isr", "1");
    settings.setProperty("share.coordinator.state.topic.num.partitions", "4");
    settings.setProperty("group.initial.rebalance.delay.ms", "0");
  }

  private static void footprint(Properties settings) {
    settings.setProperty("num.network.threads", "2");
    settings.setProperty("num.io.threads", "4");
    settings.setProperty("background.threads", "2");
    settings.setProperty("num.recovery.threads.per.data.dir", "2");
    settings.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(8 << 20));
    settings.setProperty("message.max.bytes", Integer.toString(32 << 20));
    settings.setProperty("socket.request.max.bytes", Integer.toString(64 << 20));
    settings.setProperty("metric.reporters", "");
  }
}
