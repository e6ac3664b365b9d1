import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from './actor.js';

/** A request that has passed the guard. */
export interface AuthenticatedRequest {
  actor?: Actor;
}

/** The caller. Public routes have none. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('A public route uses @CurrentActor(), but has no caller');
  return actor;
});
