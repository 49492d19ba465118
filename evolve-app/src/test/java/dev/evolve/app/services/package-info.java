/** Tests of the embedded services, and {@code SharedServices} for the tests of others. */
@NullMarked
package dev.evolve.app.services;

import org.jspecify.annotations.NullMarked;
