import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** Names under which a secret might reach a log line; its value never does. */
const secretFields = ['authorization', 'cookie', 'password', 'deploy_key', 'jwt', 'token', 'secret'];

/** Lines held in memory while whoever reads the log does not; beyond them lines are dropped, never the service. */
const maxHeldBytes = 8 * 1024 * 1024;

/** One JSON object a line, to standard error; standard output is for people. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
    },
    pino.destination({ fd: 2, sync: false, maxLength: maxHeldBytes }),
  );
}

/** Nest's own messages go to the same log; its chatter about modules and routes only when debugging. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: unknown): void {
    this.logger.debug({ context }, String(message));
  }
  warn(message: unknown, context?: unknown): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, ...details: unknown[]): void {
    this.logger.error({ details }, String(message));
  }
  fatal(message: unknown, ...details: unknown[]): void {
    this.logger.fatal({ details }, String(message));
  }
}
