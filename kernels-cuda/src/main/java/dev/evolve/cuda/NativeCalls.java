package dev.evolve.cuda;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls functions of a native library that answer an {@code int}, by name. Each name belongs to one
 * descriptor. Usable as long as the arena of the lookup is open.
 */
final class NativeCalls {

  private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();
  private final String library;
  private final SymbolLookup symbols;

  /**
   * @param library what it is, for people
   * @param symbols its symbols
   */
  NativeCalls(String library, SymbolLookup symbols) {
    this.library = library;
    this.symbols = symbols;
  }

  /**
   * Calls a function.
   *
   * @throws NativeCallException if the library has no such function
   */
  int call(String function, FunctionDescriptor descriptor, Object... arguments)
      throws NativeCallException {
    MethodHandle handle = handle(function, descriptor);
    try {
      Object result = handle.invokeWithArguments(arguments);
      return (int) result;
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new NativeCallException(function + " failed: " + e);
    }
  }

  @SuppressWarnings("restricted") // The descriptors are those of the vendor's own header.
  private MethodHandle handle(String function, FunctionDescriptor descriptor)
      throws NativeCallException {
    MethodHandle known = handles.get(function);
    if (known != null) {
      return known;
    }
    MethodHandle handle =
        Linker.nativeLinker()
            .downcallHandle(
                symbols
                    .find(function)
                    .orElseThrow(
                        () -> new NativeCallException(library + " has no function " + function)),
                descriptor);
    handles.put(function, handle);
    return handle;
  }
}
