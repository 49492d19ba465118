package dev.evolve.app.cli;

import java.io.IOException;

/** Opens a page in the desktop's browser, where there is a desktop. */
final class Browser {

  private Browser() {}

  /** Opens the page; does nothing on a machine without a display. */
  static void open(String url) {
    boolean display = System.getenv("DISPLAY") != null || System.getenv("WAYLAND_DISPLAY") != null;
    String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
    if (!display && opener.equals("xdg-open")) {
      return;
    }
    try {
      new ProcessBuilder(opener, url)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      System.out.println("open " + url + " in a browser (" + opener + " is not there)");
    }
  }
}
