import { TransientError } from '../../model/errors.js';

/** SQLSTATEs after which the same transaction may succeed at once: serialization failure, deadlock. */
const retryable = new Set(['40001', '40P01']);

/** A row with the same key came, or the one referred to went, after the transaction had looked: it looks again. */
const overtaken = new Set(['23505', '23503']);

/** SQLSTATE classes and codes that say the server is away, full or stopping, not that the statement is wrong. */
const away = /^(08|53|57P|58)|^(57014|25P03)$/;

/** `lock_timeout`. */
const lockNotAvailable = '55P03';

const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

/** What PostgreSQL answers to a prepared statement whose columns a migration has changed. */
const outdatedPlan = '0A000';

interface DriverError {
  readonly code?: string;
  readonly message?: string;
  readonly severity?: string;
  readonly driverError?: DriverError;
}

const messageOf = (error: unknown): string => (error as DriverError | null)?.message ?? '';

/** SQLSTATE or system code of an error of `pg` or TypeORM, or empty. */
export function databaseCode(error: unknown): string {
  const { code, driverError } = (error ?? {}) as DriverError;
  return driverError?.code ?? code ?? '';
}

/** The server closed or refused the connection; the statement is not the cause. */
const isFatal = (error: unknown): boolean => {
  const { severity, driverError } = (error ?? {}) as DriverError;
  return (driverError?.severity ?? severity) === 'FATAL';
};

const isRetryable = (error: unknown): boolean => retryable.has(databaseCode(error));

export const isOutdatedPlan = (error: unknown): boolean =>
  databaseCode(error) === outdatedPlan && messageOf(error).includes('cached plan');

/** Whether the same transaction, begun anew, may end otherwise. */
export const isWorthRepeating = (error: unknown): boolean =>
  isRetryable(error) || overtaken.has(databaseCode(error)) || isOutdatedPlan(error);

/** The driver's messages for a query on a dead connection. */
export const isUnanswered = (error: unknown): boolean => messageOf(error).includes('Query read timeout');

/** Turns "the database is away" into the error kind that says so; leaves everything else as it is. */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof TransientError) return error;
  const code = databaseCode(error);
  if (code === lockNotAvailable)
    return new TransientError('Somebody else is changing this at the moment; try again', 1, { cause: error });
  const text = messageOf(error);
  const lost =
    /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|not queryable/;
  if (isFatal(error) || away.test(code) || networkCodes.has(code) || lost.test(text) || isUnanswered(error))
    return new TransientError('The database is not available at the moment', 5, { cause: error });
  if (isOutdatedPlan(error)) return new TransientError('The database has just been updated', 1, { cause: error });
  if (isRetryable(error)) return new TransientError('Others changed the same at the same time', 1, { cause: error });
  return error;
}
