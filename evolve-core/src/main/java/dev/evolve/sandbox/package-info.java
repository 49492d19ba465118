/** Running untrusted commands with limits and without a network. */
@NullMarked
package dev.evolve.sandbox;

import org.jspecify.annotations.NullMarked;
