/** The engine that decodes: loops on a runtime of their own, behind the server's port. */
@NullMarked
package dev.evolve.app.serving.decode;

import org.jspecify.annotations.NullMarked;
