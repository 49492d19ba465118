/** REST under /api/v1, with problem details on errors. */
@NullMarked
package dev.evolve.app.api;

import org.jspecify.annotations.NullMarked;
