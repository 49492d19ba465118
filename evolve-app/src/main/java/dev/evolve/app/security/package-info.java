/** Who may write: holders of the token, and people signed in with it. */
@NullMarked
package dev.evolve.app.security;

import org.jspecify.annotations.NullMarked;
