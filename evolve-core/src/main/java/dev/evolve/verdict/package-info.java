/** What gates and judges answer: verdicts, evidence, effects, findings. */
@NullMarked
package dev.evolve.verdict;

import org.jspecify.annotations.NullMarked;
