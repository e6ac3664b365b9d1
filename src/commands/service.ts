import type { Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { checkPooler, createApplication, prepareDatabase, type Application } from './application.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { startEmbeddedPostgres } from '../platform/embedded/embedded-postgres.js';
import { lockDataFolder, type DataFolderLock } from '../platform/embedded/data-folder-lock.js';
import { ConnectionDrain, listen, startAcceptors } from '../platform/http/http-server.js';
import { Readiness } from '../platform/http/health.controller.js';
import { startMetricsServer } from '../platform/metrics/metrics-server.js';
import { ServiceMetrics } from '../platform/metrics/service-metrics.js';

/** One process of the service: starts its parts in order and stops them in reverse order. */
export class Service {
  private readonly stopSteps: (() => void | Promise<void>)[] = [];
  private dataFolderLock: DataFolderLock | undefined;
  private starting: Promise<unknown> = Promise.resolve();
  private stopped: Promise<void> | undefined;

  constructor(
    private readonly configuration: Configuration,
    private readonly logger: Logger,
    private readonly beforeListening: (application: Application) => Promise<void>,
  ) {}

  /**
   * @returns the application and the address under which it listens; null when it was told to stop meanwhile
   * @throws StartError with one sentence for the person who starts the service; what had begun is undone
   */
  async start(): Promise<{ application: Application; url: string } | null> {
    const starting = this.startSteps();
    this.starting = starting.catch(() => undefined);
    try {
      return await starting;
    } catch (error) {
      const isStopping = this.stopped !== undefined;
      await this.stop();
      if (isStopping) return null;
      throw error;
    }
  }

  /** Undoes what was started, last first: no new requests, then no new jobs, the database at the very end. */
  stop(): Promise<void> {
    this.dataFolderLock?.markStopping();
    return (this.stopped ??= this.starting.then(() => this.runStopSteps()));
  }

  private async startSteps(): Promise<{ application: Application; url: string }> {
    if (this.configuration.embedded) await this.step(() => this.lockDataFolder());
    await this.step(() => this.checkPort());
    const databaseUrl = await this.step(() => this.database());
    await this.step(() => prepareDatabase(databaseUrl));
    const { poolerUrl } = this.configuration.database;
    if (poolerUrl !== '') await this.step(() => checkPooler(poolerUrl));
    const application = await this.step(() => this.application(databaseUrl));
    await this.step(() => this.beforeListening(application));
    const url = await this.step(() => this.listen(application));
    return { application, url };
  }

  private async step<T>(work: () => Promise<T>): Promise<T> {
    const result = await work();
    if (this.stopped) throw new Error('The service was stopped while it started');
    return result;
  }

  private async lockDataFolder(): Promise<void> {
    const ownership = await lockDataFolder(this.configuration.dataDir, this.configuration.publicUrl);
    this.dataFolderLock = ownership;
    this.stopSteps.push(() => ownership.release());
  }

  /** Checked before the database is opened, because the answer is quick. */
  private async checkPort(): Promise<void> {
    const probe = createServer();
    await listen(probe, this.configuration);
    await new Promise((resolve) => probe.close(resolve));
  }

  private async database(): Promise<string> {
    if (!this.configuration.embedded) return this.configuration.database.url;
    const server = await startEmbeddedPostgres({
      dataDir: this.configuration.dataDir,
      supervision: {
        onRestart: (restarts) =>
          this.logger.error({ restarts }, 'the embedded PostgreSQL ended by itself and is started again'),
        onLost: (error) => {
          this.logger.fatal({ err: error }, 'there is no database any more: the process ends');
          process.exit(1);
        },
      },
    });
    this.stopSteps.push(() => server.stop());
    return server.url;
  }

  private async application(databaseUrl: string): Promise<Application> {
    const application = await createApplication(this.configuration, databaseUrl, this.logger);
    this.stopSteps.push(() => application.nest.close());
    return application;
  }

  private async listen({ nest }: Application): Promise<string> {
    const server = nest.getHttpServer() as HttpServer;
    const drain = new ConnectionDrain(server);
    this.stopSteps.push(() => drain.drain(this.configuration.stopping.requestsMs));
    this.stopSteps.push(() => nest.get(Readiness).stop());
    await listen(server, this.configuration);
    if (this.configuration.has('api')) drain.stopToo(await this.acceptors(server));
    await this.listenForMetrics(nest);
    const { port } = server.address() as AddressInfo;
    return this.configuration.port === 0 ? `http://localhost:${port}` : this.configuration.publicUrl;
  }

  /** Without them the service works; a burst of clients only waits longer. */
  private async acceptors(server: HttpServer): ReturnType<typeof startAcceptors> {
    try {
      return await startAcceptors(server);
    } catch (error) {
      this.logger.warn({ err: error }, 'new connections are accepted one by one: no second handle could be had');
      return [];
    }
  }

  private async listenForMetrics(nest: Application['nest']): Promise<void> {
    const { metricsPort: port, host } = this.configuration;
    if (port === 0) return;
    const metrics = await startMetricsServer(nest.get(ServiceMetrics), { port, host });
    this.stopSteps.push(() => metrics.close());
  }

  private async runStopSteps(): Promise<void> {
    for (let step = this.stopSteps.pop(); step; step = this.stopSteps.pop()) {
      try {
        await step();
      } catch (error) {
        this.logger.error({ err: error }, 'a step of stopping failed');
      }
    }
  }
}
