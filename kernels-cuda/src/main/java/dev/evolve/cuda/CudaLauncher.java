package dev.evolve.cuda;

import dev.evolve.device.KernelDevice.Availability;
import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jcuda.Pointer;
import jcuda.Sizeof;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/**
 * Launches a compiled matrix multiplication through JCuda and times it with events. Has been
 * compiled and linked against JCuda, and refuses where there is no driver; it has not been run on a
 * device.
 */
public final class CudaLauncher {

  private final CudaDriver driver;

  /**
   * @param driver asked before JCuda is touched
   */
  public CudaLauncher(CudaDriver driver) {
    this.driver = driver;
  }

  /**
   * Multiplies two n × n row-major matrices on device 0: c = a · b.
   *
   * @param cubin compiled for that device
   * @param kernel name of the kernel: {@code (const float *a, const float *b, float *c, int n)}
   * @param tile edge of the tile that one block computes; threads a block are tile × tile
   * @param a n × n values
   * @param b n × n values
   * @param n extent
   * @return the product and the time of the kernel alone
   * @throws EvolveException OUT_OF_RESOURCES where there is no device
   */
  public Product multiply(Path cubin, String kernel, int tile, float[] a, float[] b, int n) {
    if (driver.availability() instanceof Availability.Unavailable none) {
      throw new EvolveException(
          ErrorCode.OUT_OF_RESOURCES, "nothing can be launched: " + none.reason());
    }
    return Session.run(cubin, kernel, tile, a, b, n);
  }

  /**
   * A product and how long it took.
   *
   * @param c n × n values
   * @param kernelMs time between two events around the launch, in milliseconds
   */
  public record Product(float[] c, float kernelMs) {}

  /** Touches JCuda; loaded only when there is a driver. */
  private static final class Session {

    static Product run(Path cubin, String kernel, int tile, float[] a, float[] b, int n) {
      JCudaDriver.setExceptionsEnabled(true);
      JCudaDriver.cuInit(0);
      CUdevice device = new CUdevice();
      JCudaDriver.cuDeviceGet(device, 0);
      CUcontext context = new CUcontext();
      JCudaDriver.cuCtxCreate(context, 0, device);
      try {
        return launch(function(cubin, kernel), tile, a, b, n);
      } finally {
        JCudaDriver.cuCtxDestroy(context);
      }
    }

    private static CUfunction function(Path cubin, String kernel) {
      CUmodule module = new CUmodule();
      try {
        JCudaDriver.cuModuleLoadData(module, Files.readAllBytes(cubin));
      } catch (IOException e) {
        throw new EvolveException(ErrorCode.NOT_FOUND, "cannot read " + cubin, e);
      }
      CUfunction function = new CUfunction();
      JCudaDriver.cuModuleGetFunction(function, module, kernel);
      return function;
    }

    private static Product launch(CUfunction function, int tile, float[] a, float[] b, int n) {
      CUdeviceptr deviceA = upload(a);
      CUdeviceptr deviceB = upload(b);
      CUdeviceptr deviceC = upload(new float[n * n]);
      Pointer arguments =
          Pointer.to(
              Pointer.to(deviceA),
              Pointer.to(deviceB),
              Pointer.to(deviceC),
              Pointer.to(new int[] {n}));
      int blocks = (n + tile - 1) / tile;
      CUevent begin = event();
      CUevent end = event();
      JCudaDriver.cuEventRecord(begin, null);
      JCudaDriver.cuLaunchKernel(
          function, blocks, blocks, 1, tile, tile, 1, 0, null, arguments, null);
      JCudaDriver.cuEventRecord(end, null);
      JCudaDriver.cuEventSynchronize(end);
      float[] elapsed = new float[1];
      JCudaDriver.cuEventElapsedTime(elapsed, begin, end);
      float[] c = new float[n * n];
      JCudaDriver.cuMemcpyDtoH(Pointer.to(c), deviceC, (long) c.length * Sizeof.FLOAT);
      return new Product(c, elapsed[0]);
    }

    private static CUevent event() {
      CUevent event = new CUevent();
      JCudaDriver.cuEventCreate(event, 0);
      return event;
    }

    private static CUdeviceptr upload(float[] values) {
      CUdeviceptr pointer = new CUdeviceptr();
      long bytes = (long) values.length * Sizeof.FLOAT;
      JCudaDriver.cuMemAlloc(pointer, bytes);
      JCudaDriver.cuMemcpyHtoD(pointer, Pointer.to(values), bytes);
      return pointer;
    }
  }
}
