package dev.evolve.gates.statistics.change;

/** Which way a level moved. */
public enum Direction {
  UP(1),
  DOWN(-1);

  private final int sign;

  Direction(int sign) {
    this.sign = sign;
  }

  /** 1 or −1. */
  public int sign() {
    return sign;
  }
}
