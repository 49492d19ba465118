/** What can be asked of campaigns and proposals, whoever asks: REST, dashboard or command line. */
@NullMarked
package dev.evolve.app.campaigns;

import org.jspecify.annotations.NullMarked;
