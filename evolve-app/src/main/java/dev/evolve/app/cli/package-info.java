/**
 * The command line: a client of the service's REST API that starts the service where it must. What
 * works offline (verify) needs no service.
 */
@NullMarked
package dev.evolve.app.cli;

import org.jspecify.annotations.NullMarked;
