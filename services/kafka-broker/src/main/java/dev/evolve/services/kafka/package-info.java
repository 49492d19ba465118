/** Main class of the embedded Kafka broker. */
@NullMarked
package dev.evolve.services.kafka;

import org.jspecify.annotations.NullMarked;
