import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { AuditTrail } from './audit-trail.js';

/** Has the transactions of each changing request store the request's audit event. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(private readonly auditTrail: AuditTrail) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return this.auditTrail.whileHandling(request, () => next.handle());
  }
}
