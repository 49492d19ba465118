@NullMarked
package dev.evolve.app.serving.http;

import org.jspecify.annotations.NullMarked;
