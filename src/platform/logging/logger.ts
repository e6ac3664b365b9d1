import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** Names of log members that may hold a secret; their values are never logged. */
const secretFields = ['authorization', 'cookie', 'password', 'deploy_key', 'jwt', 'token', 'secret'];

/** Lines buffered while the reader of the log is slow; beyond them lines are dropped, never the service. */
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

/** Nest's messages go to the same log; those about modules and routes only at level debug. */
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
