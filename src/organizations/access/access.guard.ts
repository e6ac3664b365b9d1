import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { forbidden } from '../../model/errors.js';
import { tooManyRequests } from '../../platform/http/load-shedding.middleware.js';
import { permissionKey } from '../../platform/http/public.decorator.js';
import { Quotas } from '../../platform/http/quotas.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Actor } from './actor.js';
import type { AuthenticatedRequest } from './current-actor.decorator.js';
import { IdentityService } from './identity.service.js';
import type { Permission } from './roles.js';

/**
 * The one guard of every route. It lets in who proves to be somebody, and leaves him on the request; what he may do
 * with which object, the actor says himself once the object is known (`Actor.admit`).
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly identity: IdentityService,
    private readonly auditTrail: AuditTrail,
    private readonly quotas: Quotas,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const permission = this.reflector.get<Permission | undefined>(permissionKey, context.getHandler());
    if (permission === 'public') return true;
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    // A route without a permission stops the start (declared-permissions.ts); should one slip through, it is closed.
    const actor = await this.identity.authenticate(request, permission ?? 'sys_admin');
    this.chargeQuotas(actor);
    this.auditTrail.recordWithAnswer(request, context.switchToHttp().getResponse<Response>(), actor);
    if (actor.requiredPermission === 'sys_admin' && !actor.sysAdmin)
      throw forbidden('This needs a system administrator');
    request.actor = actor;
    return true;
  }

  /** A limit on what one user asks for, all his tokens together, and one on what his organization does. */
  private chargeQuotas({ userId, quotaKey: home }: Actor): void {
    for (const key of new Set([`user ${userId}`, home])) {
      const retryAfterSeconds = this.quotas.requests.tryTake(key);
      if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds);
    }
  }
}
