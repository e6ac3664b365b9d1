import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import type { Observable } from 'rxjs';
import { CallerError, invalid } from '../../model/errors.js';
import { withBeforeCommit } from '../../platform/database/before-commit.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { delayResponse } from '../../platform/http/delay-response.js';
import { isMultipart } from '../../platform/http/load-shedding.middleware.js';
import { ReplayedAnswer } from '../../platform/http/error.filter.js';
import { permissionKey } from '../../platform/http/routes.js';
import { onceReceived } from '../../platform/http/upload.js';
import { Vault } from '../../platform/security/vault.js';
import { newId } from '../../platform/identifiers/uuid.js';
import type { AuthenticatedRequest } from '../access/current-actor.decorator.js';
import {
  claimKey,
  findAnswer,
  keepAnswer,
  markCommitted,
  releaseKey,
  releaseUnmarkedKey,
  type Claim,
} from './idempotency.repository.js';

const header = 'idempotency-key';
const maxKeyLength = 255;

/** An attempt to carry a request out, and whether it is over. */
interface Attempt extends Claim {
  answered: boolean;
}

/**
 * Carries out a change with an `Idempotency-Key` once: the same request with the same key is answered as it was before.
 * The transaction of the change marks the key, so that no process that dies in between makes a retry change anything
 * twice. A refused request leaves its key free.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly reflector: Reflector,
    private readonly vault: Vault,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    const { actor } = request;
    const given = request.headers[header];
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const isReading = this.reflector.get<string>(permissionKey, context.getHandler()) === 'viewer';
    if (given === undefined || !actor || !isChange || isReading) return next.handle();
    const attempt = { userId: actor.userId, key: validKey(given), claim: newId(), answered: false };
    if (isMultipart(request)) {
      // What is uploaded is known when it is received. Without marks: the same file again changes nothing, so that a
      // request that was lost half-way is better carried out again.
      onceReceived(request, (sha256) => this.begin(attempt, this.fingerprints(request, sha256), response));
      return next.handle();
    }
    await this.begin(attempt, this.fingerprints(request), response);
    return withBeforeCommit(
      (sql) => mark(sql, attempt),
      () => next.handle(),
    );
  }

  /**
   * Keyed, because a body may hold a password, which a plain hash would let guess. With the limits of an API key: what it
   * asks for may be of the organization or project that it is for, and the answer to another one must not be its answer.
   * The last is that of former releases.
   */
  private fingerprints(
    { method, originalUrl, body, actor }: Request & AuthenticatedRequest,
    file: string | null = null,
  ): Buffer[] {
    const scope = actor?.keyScope ? [actor.keyScope] : [];
    const text = JSON.stringify([method, originalUrl, (body ?? null) as unknown, file, ...scope]);
    return [...this.vault.hashes(text, 'idempotency'), createHash('sha256').update(text).digest()];
  }

  private async begin(attempt: Attempt, fingerprints: readonly Buffer[], response: Response): Promise<void> {
    await this.claim(attempt, fingerprints);
    delayResponse(response, (status, body) => this.end(attempt, status, body));
  }

  /** @throws ReplayedAnswer if the request was carried out before; CallerError 409 if the key is in use */
  private async claim(attempt: Attempt, fingerprints: readonly Buffer[]): Promise<void> {
    if (await this.database.statements((sql) => claimKey(sql, attempt, fingerprints[0]!))) return;
    const kept = await this.database.statements((sql) => findAnswer(sql, attempt));
    if (kept && !fingerprints.some((one) => kept.fingerprint.equals(one)))
      throw new CallerError(409, 'This Idempotency-Key was used for another request; use a new one', {
        reason: 'idempotency_key_reused',
      });
    if (typeof kept?.status === 'number') throw new ReplayedAnswer(kept.status, kept.body);
    const retryAfterSeconds = 1;
    throw kept?.is_committed
      ? new CallerError(409, carriedOut, { reason: 'request_carried_out', retryAfterSeconds })
      : new CallerError(409, 'The request with this Idempotency-Key is being carried out; ask again shortly', {
          reason: 'request_in_progress',
          retryAfterSeconds,
        });
  }

  private async end(attempt: Attempt, status: number, body: unknown): Promise<void> {
    attempt.answered = true;
    await this.database.statements((sql) => {
      // Only imports stream their answer, which is not kept; the same file again changes nothing.
      if (status < 400 && body !== undefined) return keepAnswer(sql, attempt, { status, body: withoutSecrets(body) });
      // After an error of the service the change may be stored; then the mark stays.
      return status < 500 ? releaseKey(sql, attempt) : releaseUnmarkedKey(sql, attempt);
    });
  }
}

const carriedOut =
  'The request with this Idempotency-Key has changed something, and its answer is not known (yet); ' +
  'look at the result before you ask again with a new key';

/** In the transaction of the change: an attempt that lost its key changes nothing. */
async function mark(sql: Sql, attempt: Attempt): Promise<() => void> {
  // Work that a request has started and not waited for is not the request's.
  if (!attempt.answered && !(await markCommitted(sql, attempt)))
    throw new CallerError(409, 'The request with this Idempotency-Key was taken over by a later one', {
      reason: 'request_in_progress',
    });
  return () => undefined;
}

function validKey(given: string | string[]): string {
  if (typeof given === 'string' && given !== '' && given.length <= maxKeyLength) return given;
  throw invalid(`Idempotency-Key must be one text of 1 to ${maxKeyLength} characters`, {
    'Idempotency-Key': `must be one text of 1 to ${maxKeyLength} characters`,
  });
}

/** Members of answers that are shown once. */
const secretMembers = ['key', 'password', 'secret', 'jwt', 'token', 'access_token'];
const mask = '********';

/** What is masked already was not shown. Also a link that is signed: whoever has it needs no account, and elsewhere only its key is stored, sealed. */
const isSecret = (name: string, value: unknown): boolean =>
  secretMembers.includes(name)
    ? Boolean(value) && value !== mask
    : typeof value === 'string' && /[?&]signature=/.test(value);

const leftOutNotice =
  'A repeated answer is kept without secrets. getShares shows the link of a share again and createBadgeLink that of a badge; what is shown once only has to be made anew';

/** The answer as it is kept, which says what it lacks. */
function withoutSecrets(body: unknown): unknown {
  const { data, meta } = (body ?? {}) as { data?: unknown; meta?: object };
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return body;
  const left_out = Object.entries(data).flatMap(([name, value]) => (isSecret(name, value) ? [name] : []));
  if (left_out.length === 0) return body;
  const masked = Object.fromEntries(left_out.map((name) => [name, mask]));
  return { ...(body as object), data: { ...data, ...masked }, meta: { ...meta, left_out, notice: leftOutNotice } };
}
