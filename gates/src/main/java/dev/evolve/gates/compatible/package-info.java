/**
 * The rules of other tools, reproduced so that a team can move here without seeing its history
 * judged anew on the day it moves: Kayenta's metric classifier, Apache Otava's change points and
 * Perfherder's alerts. Written from their documented behaviour and held to their own test cases;
 * for new work {@link dev.evolve.gates.statistics} is the better choice.
 */
@NullMarked
package dev.evolve.gates.compatible;

import org.jspecify.annotations.NullMarked;
