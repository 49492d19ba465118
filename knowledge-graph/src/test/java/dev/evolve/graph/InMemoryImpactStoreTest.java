package dev.evolve.graph;

import dev.evolve.impact.ImpactStore;

class InMemoryImpactStoreTest extends ImpactStoreContract {

  @Override
  ImpactStore emptyStore() {
    return new InMemoryImpactStore();
  }
}
