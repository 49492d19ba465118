package dev.evolve.app.engine;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How proposals are contained.
 *
 * @param allowUnprotected run them without any protection where the machine has no sandbox;
 *     recorded in every evaluation
 */
@ConfigurationProperties("evolve.sandbox")
public record SandboxProperties(@DefaultValue("false") boolean allowUnprotected) {}
