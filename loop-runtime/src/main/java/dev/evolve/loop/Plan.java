package dev.evolve.loop;

/** What a loop wants next: work, or to be finished. */
public sealed interface Plan permits WorkPlan, Done {}
