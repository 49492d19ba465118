/** Paged key-value cache: blocks, tables, prefix reuse. Bookkeeping only; the memory is a slab. */
@NullMarked
package dev.evolve.serving.kv;

import org.jspecify.annotations.NullMarked;
