/**
 * The change to impact store on Neo4j: a projection of the log of record that can be dropped and
 * made again. {@link dev.evolve.graph.Neo4jImpactStore} writes and answers, {@link
 * dev.evolve.graph.GraphProjector} follows the log.
 *
 * <p>Cypher is text in resource files; values reach it as parameters only.
 */
@NullMarked
package dev.evolve.graph;

import org.jspecify.annotations.NullMarked;
