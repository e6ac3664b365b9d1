import { Injectable, type CanActivate, type ExecutionContext, type OnApplicationBootstrap } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { forbidden } from '../../model/errors.js';
import { showRateLimit, tooManyRequests } from '../../platform/http/load-shedding.middleware.js';
import { permissionKey } from '../../platform/http/routes.js';
import { Quotas } from '../../platform/http/quotas.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Actor } from './actor.js';
import { ActorsService } from './actors.service.js';
import type { AuthenticatedRequest } from './current-actor.decorator.js';
import type { Permission } from './roles.js';

/**
 * The guard of all routes: authenticates the caller and puts the actor on the request. Rights on a single object are
 * checked once the object is loaded (`Actor.authorize`).
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: ActorsService,
    private readonly auditTrail: AuditTrail,
    private readonly quotas: Quotas,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const permission = this.reflector.get<Permission | undefined>(permissionKey, context.getHandler());
    if (permission === 'public') return true;
    const request = context.switchToHttp().getRequest<Request & AuthenticatedRequest>();
    // PermissionDeclarationCheck refuses routes without a permission; one that it missed is closed to everybody else.
    const actor = await this.actors.authenticate(request, permission ?? 'sys_admin');
    this.chargeQuotas(actor, context.switchToHttp().getResponse<Response>());
    this.auditTrail.recordWithAnswer(request, context.switchToHttp().getResponse<Response>(), actor);
    if (actor.requiredPermission === 'sys_admin' && !actor.sysAdmin)
      throw forbidden('Only a system administrator can do this');
    request.actor = actor;
    return true;
  }

  /** One quota for a user with all tokens, and one for the organization. */
  private chargeQuotas({ userId, quotaKey }: Actor, response: Response): void {
    for (const key of new Set([`user ${userId}`, quotaKey])) {
      const retryAfterSeconds = this.quotas.requests.tryTake(key);
      showRateLimit(response, this.quotas.requests.state(key));
      if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds);
    }
  }
}

/** Stops the start if a route of a controller does not declare who may call it. */
@Injectable()
export class PermissionDeclarationCheck implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared: string[] = [];
    for (const { metatype } of this.discovery.getControllers()) {
      if (!metatype) continue;
      const prototype = metatype.prototype as Record<string, () => unknown>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name];
        if (!handler || this.reflector.get(PATH_METADATA, handler) === undefined) continue;
        if (this.reflector.get(permissionKey, handler) === undefined) undeclared.push(`${metatype.name}.${name}`);
      }
    }
    if (undeclared.length > 0) throw new Error(`Routes without @Allow: ${undeclared.join(', ')}`);
  }
}
