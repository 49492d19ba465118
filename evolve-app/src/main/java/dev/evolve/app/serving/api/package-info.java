/** The OpenAI-compatible dialect: reading requests, forming answers; no network. */
@NullMarked
package dev.evolve.app.serving.api;

import org.jspecify.annotations.NullMarked;
