import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import type { Observable } from 'rxjs';
import { CallerError, invalid } from '../../model/errors.js';
import { Database } from '../../platform/database/database.js';
import { delayResponse } from '../../platform/http/delay-response.js';
import { isMultipart } from '../../platform/http/load-shedding.middleware.js';
import { ReplayedAnswer } from '../../platform/http/replayed-answer.js';
import { permissionKey } from '../../platform/http/routes.js';
import type { AuthenticatedRequest } from '../access/current-actor.decorator.js';
import { claimKey, findAnswer, keepAnswer, releaseKey, type IdempotencyKey } from './idempotency.repository.js';

const header = 'idempotency-key';
const maxKeyLength = 255;

/**
 * Carries out a change with an `Idempotency-Key` once: the same request with the same key is answered as it was before.
 * A refused request leaves its key free. Uploads need no key, because the same file again changes nothing.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly reflector: Reflector,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    const { actor } = request;
    const given = request.headers[header];
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const isReading = this.reflector.get<string>(permissionKey, context.getHandler()) === 'viewer';
    if (given === undefined || !actor || !isChange || isReading || isMultipart(request)) return next.handle();
    const claim = { userId: actor.userId, key: validKey(given) };
    await this.claim(claim, fingerprintOf(request));
    delayResponse(context.switchToHttp().getResponse<Response>(), (status, body) => this.end(claim, status, body));
    return next.handle();
  }

  /** @throws ReplayedAnswer if the request was carried out before; CallerError 409 if the key is in use */
  private async claim(claim: IdempotencyKey, fingerprint: Buffer): Promise<void> {
    if (await this.database.statements((sql) => claimKey(sql, claim, fingerprint))) return;
    const kept = await this.database.statements((sql) => findAnswer(sql, claim));
    if (kept && !kept.fingerprint.equals(fingerprint))
      throw new CallerError(409, 'This Idempotency-Key was used for another request; use a new one', {
        reason: 'idempotency_key_reused',
      });
    if (typeof kept?.status === 'number') throw new ReplayedAnswer(kept.status, kept.body);
    throw new CallerError(409, 'The request with this Idempotency-Key is being carried out; ask again shortly', {
      reason: 'request_in_progress',
      retryAfterSeconds: 1,
    });
  }

  private async end(claim: IdempotencyKey, status: number, body: unknown): Promise<void> {
    await this.database.statements((sql) =>
      status < 400 ? keepAnswer(sql, claim, { status, body: withoutSecrets(body) }) : releaseKey(sql, claim),
    );
  }
}

function validKey(given: string | string[]): string {
  if (typeof given === 'string' && given !== '' && given.length <= maxKeyLength) return given;
  throw invalid(`Idempotency-Key must be one text of 1 to ${maxKeyLength} characters`, {
    'Idempotency-Key': `must be one text of 1 to ${maxKeyLength} characters`,
  });
}

const fingerprintOf = ({ method, originalUrl, body }: Request): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, originalUrl, (body ?? null) as unknown]))
    .digest();

/** Members of answers that are shown once. */
const secretMembers = ['key', 'password', 'secret', 'jwt'];

/** The answer as it is kept: what is shown once is not stored. */
function withoutSecrets(body: unknown): unknown {
  const { data } = (body ?? {}) as { data?: unknown };
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return body;
  const shown = Object.entries(data).map(([name, value]) => [name, secretMembers.includes(name) && value ? '********' : value]); // prettier-ignore
  return { ...(body as object), data: Object.fromEntries(shown) as object };
}
