package dev.evolve.app;

import dev.evolve.app.cli.HomeOption;
import dev.evolve.app.cli.ServiceFile;
import dev.evolve.app.security.AccessToken;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** The one Spring Boot application: it alone knows every module, and wires them. */
@SpringBootApplication(proxyBeanMethods = false)
public class EvolveApplication {

  /**
   * Starts the service.
   *
   * @param arguments Spring properties, as {@code --name=value}
   */
  public static ConfigurableApplicationContext start(String... arguments) {
    Path home = HomeOption.home();
    SpringApplication application = new SpringApplication(EvolveApplication.class);
    application.setDefaultProperties(Map.of("evolve.home", home.toString()));
    ConfigurableApplicationContext context = application.run(arguments);
    ServiceFile.write(home, new ServiceFile(ProcessHandle.current().pid(), url(context)));
    context.addApplicationListener(
        (ApplicationListener<ContextClosedEvent>) event -> ServiceFile.delete(home));
    return context;
  }

  /** Base URL of a running service. */
  public static String url(ConfigurableApplicationContext context) {
    if (context instanceof WebServerApplicationContext web && web.getWebServer() != null) {
      return "http://localhost:" + web.getWebServer().getPort();
    }
    throw new IllegalStateException("the application has no web server");
  }

  /** Where a person signs in, with the token filled in. */
  public static String signInUrl(ConfigurableApplicationContext context) {
    return url(context) + "/login?token=" + context.getBean(AccessToken.class).reveal();
  }
}
