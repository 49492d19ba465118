package dev.evolve.app.engine;

import dev.evolve.app.bus.KafkaCheckpointStore;
import dev.evolve.app.bus.KafkaEventBus;
import dev.evolve.app.bus.KafkaEventLog;
import dev.evolve.app.bus.KafkaSettings;
import dev.evolve.app.campaigns.CampaignDirectory;
import dev.evolve.app.campaigns.CampaignService;
import dev.evolve.app.campaigns.EventFeed;
import dev.evolve.app.campaigns.LoopCampaignService;
import dev.evolve.app.campaigns.Loops;
import dev.evolve.app.campaigns.SearchPlans;
import dev.evolve.app.memory.LoopMemoryService;
import dev.evolve.app.memory.MemoryService;
import dev.evolve.app.memory.MemoryView;
import dev.evolve.app.profiles.LoopProfileService;
import dev.evolve.app.profiles.ProfileService;
import dev.evolve.app.profiles.ProfileSettings;
import dev.evolve.app.profiles.ProfileViews;
import dev.evolve.app.searches.SearchStates;
import dev.evolve.app.services.EmbeddedServices;
import dev.evolve.app.services.EvolveServicesProperties;
import dev.evolve.app.services.ServiceListener;
import dev.evolve.app.tune.MachinePower;
import dev.evolve.artifact.ArtifactStore;
import dev.evolve.artifact.DeploymentStore;
import dev.evolve.artifact.FileArtifactStore;
import dev.evolve.artifact.FileDeploymentStore;
import dev.evolve.campaign.CampaignExecutor;
import dev.evolve.campaign.CampaignLoop;
import dev.evolve.campaign.CampaignPorts;
import dev.evolve.campaign.CampaignWorker;
import dev.evolve.campaign.DailyLimits;
import dev.evolve.campaign.RollbackLoop;
import dev.evolve.campaign.RollbackWorker;
import dev.evolve.canary.judge.CanaryJudgement;
import dev.evolve.canary.judge.JudgeSettings;
import dev.evolve.canary.process.CanarySettings;
import dev.evolve.canary.process.ProcessCanaryTarget;
import dev.evolve.canary.soak.ServiceTraffic;
import dev.evolve.canary.time.SystemMonotonicClock;
import dev.evolve.gates.Gates;
import dev.evolve.impact.ImpactStore;
import dev.evolve.impact.TrialStore;
import dev.evolve.loop.port.SeedSource;
import dev.evolve.loop.runtime.LoopDriver;
import dev.evolve.loop.runtime.LoopRuntime;
import dev.evolve.loop.runtime.RuntimeLimits;
import dev.evolve.loop.runtime.RuntimeObserver;
import dev.evolve.loop.runtime.RuntimePorts;
import dev.evolve.measure.Evaluator;
import dev.evolve.measure.MeasurementHost;
import dev.evolve.measure.SandboxedEvaluator;
import dev.evolve.memory.MemoryExecutor;
import dev.evolve.memory.MemoryLoop;
import dev.evolve.pack.HardwareProfile;
import dev.evolve.pack.PackFiles;
import dev.evolve.pack.PackReader;
import dev.evolve.profile.ProfileExecutor;
import dev.evolve.profile.ProfileLoop;
import dev.evolve.profile.ProfileWorker;
import dev.evolve.promotion.CommitterIdentity;
import dev.evolve.promotion.Forge;
import dev.evolve.promotion.GitPackFiles;
import dev.evolve.promotion.LocalGitForge;
import dev.evolve.promotion.PackRepositories;
import dev.evolve.provenance.SigningKeys;
import dev.evolve.rollout.CanaryTarget;
import dev.evolve.sandbox.Sandbox;
import dev.evolve.search.strategy.Strategies;
import dev.evolve.searches.SearchExecutor;
import dev.evolve.searches.SearchLoop;
import dev.evolve.searches.SearchWorker;
import dev.evolve.telemetry.EventBus;
import dev.evolve.tuning.PackSearchSpaces;
import dev.evolve.workspace.Workspaces;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The engine: loops, what does their work, and the commands on them. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SandboxProperties.class)
class EngineConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(EngineConfiguration.class);
  private static final String PRINCIPAL = "evolve@localhost";

  @Bean
  InstantSource clock() {
    return InstantSource.system();
  }

  @Bean
  SecureRandom secureRandom() {
    return new SecureRandom();
  }

  @Bean
  SeedSource seedSource(SecureRandom random) {
    return random::nextLong;
  }

  @Bean
  Supplier<HardwareProfile> hardware() {
    HardwareProfile profile = Hardware.ofThisMachine();
    return () -> profile;
  }

  @Bean
  Sandbox sandbox(
      EvolveServicesProperties properties, SandboxProperties settings, InstantSource clock) {
    Path state = properties.homeDirectory().resolve("sandbox");
    Sandbox sandbox = SandboxChoice.of(state, settings.allowUnprotected(), clock);
    sandbox.missing().forEach(missing -> LOG.warn("not protected: {}", missing));
    return sandbox;
  }

  @Bean
  ArtifactStore artifactStore(EvolveServicesProperties properties) {
    return new FileArtifactStore(properties.homeDirectory().resolve("artifacts"));
  }

  @Bean
  DeploymentStore deploymentStore(EvolveServicesProperties properties, ArtifactStore artifacts) {
    return new FileDeploymentStore(properties.homeDirectory().resolve("deployments"), artifacts);
  }

  @Bean
  SigningKeys signingKeys(EvolveServicesProperties properties, SecureRandom random) {
    return SigningKeys.openOrCreate(properties.homeDirectory(), PRINCIPAL, random);
  }

  @Bean
  Forge forge(
      SigningKeys keys,
      ArtifactStore artifacts,
      EvolveServicesProperties properties,
      InstantSource clock,
      SecureRandom random) {
    return new LocalGitForge(
        CommitterIdentity.EVOLVE,
        keys,
        artifacts,
        properties.homeDirectory().resolve("scratch"),
        clock,
        random);
  }

  @Bean
  PackRepositories packRepositories(
      EvolveServicesProperties properties, SigningKeys keys, InstantSource clock) {
    return new PackRepositories(
        properties.homeDirectory(), CommitterIdentity.EVOLVE, keys.key(), clock);
  }

  @Bean
  PackFiles packFiles() {
    return new GitPackFiles();
  }

  @Bean(destroyMethod = "close")
  MachinePower machinePower() {
    return MachinePower.open();
  }

  @Bean
  Evaluator evaluator(
      EvolveServicesProperties properties,
      Sandbox sandbox,
      ArtifactStore artifacts,
      SeedSource seeds,
      MachinePower power) {
    Path directory = properties.homeDirectory().resolve("evaluations");
    return new SandboxedEvaluator(
            sandbox,
            new Workspaces(directory.resolve("workspaces")),
            artifacts,
            directory.resolve("builds"),
            seeds,
            // Looked at anew each time: a machine that changes under an evaluation must show.
            Hardware::ofThisMachine,
            MeasurementHost.ofThisMachine().reading(power))
        .endingBy(Gates.stoppingRule())
        .soakingWith(new ServiceTraffic(new SystemMonotonicClock()));
  }

  @Bean
  CanaryTarget canaryTarget(
      EvolveServicesProperties properties,
      Sandbox sandbox,
      ArtifactStore artifacts,
      PackFiles files) {
    return new ProcessCanaryTarget(
        sandbox,
        artifacts,
        files,
        properties.homeDirectory().resolve("canaries"),
        Path.of(System.getProperty("java.io.tmpdir")),
        new SystemMonotonicClock(),
        CanarySettings.standard());
  }

  @Bean
  ProgressHub progressHub() {
    return new ProgressHub();
  }

  @Bean
  CampaignDirectory campaignDirectory() {
    return new CampaignDirectory();
  }

  @Bean(destroyMethod = "close")
  KafkaCheckpointStore checkpointStore(KafkaSettings kafka) {
    return new KafkaCheckpointStore(kafka);
  }

  @Bean(destroyMethod = "close")
  KafkaEventLog eventLog(KafkaSettings kafka) {
    return new KafkaEventLog(kafka);
  }

  @Bean(destroyMethod = "close")
  KafkaEventBus eventBus(KafkaSettings kafka, MeterRegistry meters) {
    return new KafkaEventBus(kafka, meters);
  }

  @Bean(destroyMethod = "close")
  GraphService graphService(EmbeddedServices services, KafkaEventLog log, InstantSource clock) {
    return new GraphService(services.neo4j(), log, clock);
  }

  @Bean
  ImpactStore impactStore(GraphService graph) {
    return graph.store();
  }

  @Bean
  TrialStore trialStore(GraphService graph) {
    return graph.trials();
  }

  @Bean(destroyMethod = "close")
  AutoCloseable trialRecorder(EventFeed log, TrialStore trials) {
    return log.follow(new TrialRecorder(trials));
  }

  @Bean
  ServiceListener serviceListener() {
    return new LoggingServiceListener();
  }

  @Bean(destroyMethod = "shutdownNow")
  ExecutorService timingPool() {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().name("timing").daemon().factory());
  }

  @Bean(destroyMethod = "shutdownNow")
  ExecutorService controlPool() {
    return Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("control-", 0).factory());
  }

  @Bean
  CampaignPorts campaignPorts(
      Evaluator evaluator,
      CanaryTarget canaryTarget,
      Forge forge,
      DeploymentStore deployments,
      EventBus telemetry,
      Supplier<HardwareProfile> hardware,
      CampaignDirectory directory,
      ProgressHub progress,
      InstantSource clock) {
    return new CampaignPorts(
        evaluator,
        Gates.standard(),
        canaryTarget,
        new CanaryJudgement(JudgeSettings.standard()),
        forge,
        deployments,
        telemetry,
        hardware,
        directory,
        progress,
        clock,
        EvolveVersion.describe());
  }

  @Bean
  CampaignExecutor campaignExecutor(
      CampaignPorts ports,
      Forge forge,
      ArtifactStore artifacts,
      DeploymentStore deployments,
      ExecutorService timingPool,
      ExecutorService controlPool,
      InstantSource clock,
      DailyLimits limits) {
    return new CampaignExecutor(
        new CampaignWorker(ports, limits),
        new RollbackWorker(forge, artifacts, deployments, clock),
        timingPool,
        controlPool,
        clock);
  }

  @Bean
  ProfileExecutor profileExecutor(
      Evaluator evaluator,
      Forge forge,
      Supplier<HardwareProfile> hardware,
      ExecutorService timingPool,
      ExecutorService controlPool,
      InstantSource clock) {
    return new ProfileExecutor(
        new ProfileWorker(evaluator, Gates.standard(), forge, hardware, clock),
        timingPool,
        controlPool,
        clock);
  }

  @Bean
  LoopDriver loopDriver(
      SearchStates store,
      CampaignExecutor executor,
      ProfileExecutor profileExecutor,
      SearchWorker searches,
      PackSearchSpaces spaces,
      ExecutorService controlPool,
      InstantSource clock,
      ObjectProvider<RuntimeObserver> observer,
      ApplicationContext context) {
    LoopRuntime runtime =
        new LoopRuntime(
                new RuntimePorts(
                    store,
                    (loopId, chunk) -> {},
                    clock,
                    observer.getIfAvailable(() -> RuntimeObserver.NONE),
                    fault -> stop(context, fault)),
                RuntimeLimits.defaults())
            .register(new CampaignLoop(Strategies::create, spaces::spaceOf), executor)
            .register(new RollbackLoop(), executor)
            .register(new ProfileLoop(), profileExecutor)
            .register(new MemoryLoop(), new MemoryExecutor(controlPool, clock))
            .register(new SearchLoop(), new SearchExecutor(searches, controlPool, clock));
    return new LoopDriver(runtime);
  }

  private static void stop(ApplicationContext context, Throwable fault) {
    LOG.error("the loops cannot go on here; the service stops", fault);
    Thread.ofPlatform()
        .name("fault")
        .start(() -> System.exit(SpringApplication.exit(context, () -> 1)));
  }

  @Bean
  Campaigns campaignLifecycle(
      KafkaEventLog log,
      CampaignDirectory directory,
      ProfileViews profiles,
      LoopDriver driver,
      ExecutorService timingPool,
      ExecutorService controlPool) {
    return new Campaigns(log, directory, profiles, driver, timingPool, controlPool);
  }

  @Bean
  Loops loops(LoopDriver driver) {
    return new DriverLoops(driver);
  }

  @Bean
  ProfileService profileService(
      Loops loops,
      ProfileViews views,
      Supplier<HardwareProfile> hardware,
      ProfileSettings settings,
      InstantSource clock,
      SecureRandom random) {
    return new LoopProfileService(
        loops, views, hardware, new UlidSource(clock, random), settings.rounds());
  }

  @Bean
  MemoryService memoryService(
      Loops loops, MemoryView view, TrialStore trials, InstantSource clock, SecureRandom random) {
    return new LoopMemoryService(loops, view, trials, new UlidSource(clock, random), clock);
  }

  @Bean
  CampaignService campaignService(
      Loops loops,
      CampaignDirectory directory,
      PackRepositories repositories,
      PackFiles files,
      InstantSource clock,
      SecureRandom random,
      SeedSource seeds,
      PackSearchSpaces spaces,
      TrialStore trials,
      Supplier<HardwareProfile> hardware) {
    return new LoopCampaignService(
        loops,
        directory,
        new GitPackResolver(new PackReader(), repositories, files),
        new UlidSource(clock, random),
        seeds,
        new SearchPlans(directory, spaces, trials, hardware, clock));
  }
}
