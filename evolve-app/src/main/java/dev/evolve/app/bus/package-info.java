/**
 * Kafka: the log of record (checkpoints and domain events in one transaction a step) and the
 * telemetry topics.
 */
@NullMarked
package dev.evolve.app.bus;

import org.jspecify.annotations.NullMarked;
