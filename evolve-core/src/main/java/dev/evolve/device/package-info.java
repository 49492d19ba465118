/**
 * Devices that kernels run on: what a machine has, and how a kernel is built and launched there.
 */
@NullMarked
package dev.evolve.device;

import org.jspecify.annotations.NullMarked;
