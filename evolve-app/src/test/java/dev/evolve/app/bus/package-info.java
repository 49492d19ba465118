/** Tests of the log of record and of telemetry on a real broker. */
@NullMarked
package dev.evolve.app.bus;

import org.jspecify.annotations.NullMarked;
