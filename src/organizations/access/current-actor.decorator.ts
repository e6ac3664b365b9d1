import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Actor } from './actor.js';

/** A request that the guard has let in. */
export interface AuthenticatedRequest {
  actor?: Actor;
}

/** Who is asking. Not for public routes, which have nobody. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('A public route asks for the current actor');
  return actor;
});
