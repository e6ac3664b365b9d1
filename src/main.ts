import { constants } from 'node:os';
import type { Logger } from 'pino';
import { ConfigurationError, loadConfiguration } from './platform/configuration/configuration.js';
import { StartError } from './platform/embedded/start-error.js';
import { createLogger } from './platform/logging/logger.js';
import { Service } from './service.js';

/** Faults of the machine that the person in front of it can put right; Node's message names the path. */
const faultsOfTheMachine = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EMFILE', 'EDQUOT'];

// Whoever read our output may be gone; that is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

let logger: Logger | undefined;
try {
  const configuration = loadConfiguration();
  logger = createLogger(configuration.logLevel);
  await run(new Service(configuration, logger), logger);
} catch (error) {
  process.stderr.write(`Stocktake cannot start. ${sentenceFor(error)}\n`);
  process.exit(1);
}

async function run(service: Service, log: Logger): Promise<void> {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'unforeseen error: the process ends');
    process.exit(1);
  });
  stopOnSignals(service, log);
  const running = await service.start();
  if (running)
    process.stdout.write(`Stocktake is ready on ${running.url} (${process.uptime().toFixed(1)} s after its start).\n`);
}

/** The first signal ends the service in good order, a second one at once: nothing is lost either way. */
function stopOnSignals(service: Service, log: Logger): void {
  let signals = 0;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) process.exit(128 + constants.signals[signal]);
      log.info({ signal }, 'stopping');
      void service.stop().then(() => process.exit(0));
    });
}

function sentenceFor(error: unknown): string {
  if (error instanceof StartError || error instanceof ConfigurationError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (!faultsOfTheMachine.includes(code ?? '')) logger?.fatal({ err: error }, 'unforeseen error while starting');
  return message;
}
