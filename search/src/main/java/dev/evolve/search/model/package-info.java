/** Models of what a point will cost: features of points, and a forest that learns as it goes. */
@NullMarked
package dev.evolve.search.model;

import org.jspecify.annotations.NullMarked;
