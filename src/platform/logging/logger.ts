import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** Names under which a secret might reach a log line; its value never does. */
const secretFields = ['authorization', 'cookie', 'password', 'deploy_key', 'jwt', 'token', 'secret'];

export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[secret]' },
  });
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
