/** Server-rendered pages with live updates. */
@NullMarked
package dev.evolve.app.dashboard;

import org.jspecify.annotations.NullMarked;
