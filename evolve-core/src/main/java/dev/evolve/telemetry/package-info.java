/** Telemetry of builds, benches, kernels and services, one record per topic. */
@NullMarked
package dev.evolve.telemetry;

import org.jspecify.annotations.NullMarked;
