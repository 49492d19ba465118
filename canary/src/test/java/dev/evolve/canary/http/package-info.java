@NullMarked
package dev.evolve.canary.http;

import org.jspecify.annotations.NullMarked;
