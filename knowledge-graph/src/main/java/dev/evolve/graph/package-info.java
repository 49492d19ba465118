/** The change to impact store on Neo4j. */
@NullMarked
package dev.evolve.graph;

import org.jspecify.annotations.NullMarked;
