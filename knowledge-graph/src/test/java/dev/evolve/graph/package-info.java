/** Tests of the graph, on Neo4j and in memory. */
@NullMarked
package dev.evolve.graph;

import org.jspecify.annotations.NullMarked;
