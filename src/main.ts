import { constants } from 'node:os';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { CatalogLoader } from './catalog/catalog-loader.js';
import { Welcome } from './cli/welcome/welcome.js';
import { SessionsService } from './organizations/sessions/sessions.service.js';
import { FirstAdministratorService } from './organizations/users/first-administrator.js';
import { loadConfiguration, type Configuration } from './platform/configuration/configuration.js';
import { ConfigurationError } from './platform/configuration/configuration-error.js';
import { StartError } from './platform/embedded/start-error.js';
import { createLogger } from './platform/logging/logger.js';
import { Service } from './commands/service.js';

/** Faults that the operator can fix; Node's message names the path. */
const faultsOfTheMachine = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EMFILE', 'EDQUOT'];

// The reader of our output may be gone; the service goes on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let logger: Logger | undefined;
try {
  const configuration = loadConfiguration();
  logger = createLogger(configuration.logLevel);
  await run(configuration, logger);
} catch (error) {
  process.stderr.write(`Stocktake cannot start. ${sentenceFor(error)}\n`);
  process.exit(1);
}

async function run(configuration: Configuration, log: Logger): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unforeseen error: the process ends');
    process.exit(1);
  });
  const welcome = new Welcome(configuration, process.stdout);
  const service = new Service(configuration, log, ({ nest }) => firstRows(nest, configuration, welcome));
  stopOnSignals(service, log);
  const running = await service.start();
  if (running) await welcome.showReady(running.url, () => running.application.nest.get(SessionsService).ownToken());
}

/** Prepares an empty database before the first request. */
async function firstRows(nest: INestApplication, configuration: Configuration, welcome: Welcome): Promise<void> {
  if (!configuration.has('api')) return;
  await nest.get(CatalogLoader).loadStarter();
  await welcome.ensureAdministrator(nest.get(FirstAdministratorService));
}

/** The first signal stops the service gracefully, the second one at once. Neither loses anything. */
function stopOnSignals(service: Service, log: Logger): void {
  let signals = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal); // of the time before
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) process.exit(128 + constants.signals[signal]);
      log.info({ signal }, 'stopping');
      void service.stop().then(() => process.exit(0));
    });
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigurationError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (!faultsOfTheMachine.includes(code ?? '')) logger?.fatal({ err: error }, 'unforeseen error while starting');
  return message;
}
