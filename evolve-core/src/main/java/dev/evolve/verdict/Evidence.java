package dev.evolve.verdict;

/**
 * One thing that a gate looked at.
 *
 * @param name what, such as {@code square-384/time}
 * @param verdict what it says by itself
 * @param observed what was found, for people, with its unit and interval
 * @param limit what was wanted
 * @param detail what it means and what to do; empty if nothing
 */
public record Evidence(
    String name, Verdict verdict, String observed, String limit, String detail) {}
