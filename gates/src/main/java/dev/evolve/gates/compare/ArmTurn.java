package dev.evolve.gates.compare;

import dev.evolve.measure.Arm;
import dev.evolve.results.Turn;

/**
 * A turn of one of the two arms.
 *
 * @param arm whose
 * @param file name of its file
 * @param turnsInFile how many turns the file has
 * @param turn what ran
 */
record ArmTurn(Arm arm, String file, int turnsInFile, Turn turn) {

  /** The letter of its arm in an order. */
  char letter() {
    return arm == Arm.BASELINE ? 'A' : 'B';
  }
}
