package dev.evolve.device;

/**
 * What a compiled kernel takes, as its compiler reports it.
 *
 * @param kernel name of the kernel as the compiler prints it
 * @param architecture what it was compiled for, such as {@code sm_90}
 * @param registers registers a thread
 * @param sharedBytes static shared memory a block, in bytes
 * @param stackBytes stack frame a thread, in bytes
 * @param spillStoreBytes bytes spilled by stores, a thread
 * @param spillLoadBytes bytes reloaded, a thread
 */
public record KernelResources(
    String kernel,
    String architecture,
    int registers,
    int sharedBytes,
    int stackBytes,
    int spillStoreBytes,
    int spillLoadBytes) {}
