package dev.evolve.measure;

/**
 * A number with its unit, as a bench printed it.
 *
 * @param value finite or not: a NaN is kept, and judged by the gates
 * @param unit unit as printed
 */
public record MetricValue(double value, String unit) {}
