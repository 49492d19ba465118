package dev.evolve.cuda;

import dev.evolve.device.KernelResources;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@code ptxas -v} prints of each kernel. */
final class PtxasReport {

  private static final Pattern ENTRY =
      Pattern.compile("Compiling entry function '([^']+)' for '([^']+)'");
  private static final Pattern SPILLS =
      Pattern.compile(
          "(\\d+) bytes stack frame, (\\d+) bytes spill stores, (\\d+) bytes spill loads");
  private static final Pattern REGISTERS = Pattern.compile("Used (\\d+) registers");
  private static final Pattern SHARED = Pattern.compile("(\\d+) bytes smem");

  private PtxasReport() {}

  static List<KernelResources> parse(String output) {
    List<KernelResources> kernels = new ArrayList<>();
    String kernel = "";
    String architecture = "";
    int[] spills = new int[3];
    for (String line : output.lines().toList()) {
      Matcher entry = ENTRY.matcher(line);
      Matcher spilled = SPILLS.matcher(line);
      Matcher registers = REGISTERS.matcher(line);
      if (entry.find()) {
        kernel = entry.group(1);
        architecture = entry.group(2);
        spills = new int[3];
      } else if (spilled.find()) {
        spills = new int[] {number(spilled, 1), number(spilled, 2), number(spilled, 3)};
      }
      if (registers.find() && !kernel.isEmpty()) {
        Matcher shared = SHARED.matcher(line);
        kernels.add(
            new KernelResources(
                kernel,
                architecture,
                number(registers, 1),
                shared.find() ? number(shared, 1) : 0,
                spills[0],
                spills[1],
                spills[2]));
        kernel = "";
      }
    }
    return List.copyOf(kernels);
  }

  private static int number(Matcher matcher, int group) {
    return Integer.parseInt(matcher.group(group));
  }
}
