/** Search over a pack's configurations: pure, replayable, without I/O. */
@NullMarked
package dev.evolve.tuning;

import org.jspecify.annotations.NullMarked;
