/** Tests of the campaign, and the hand-written doubles that other modules' tests share. */
@NullMarked
package dev.evolve.campaign;

import org.jspecify.annotations.NullMarked;
