/**
 * Kafka and Neo4j as child processes, for an Evolve that was given none: started with a health
 * check, watched while they run, stopped with us.
 */
@NullMarked
package dev.evolve.app.services;

import org.jspecify.annotations.NullMarked;
