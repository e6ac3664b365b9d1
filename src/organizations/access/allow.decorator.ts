import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { permissionKey } from '../../platform/http/public.decorator.js';
import type { Permission } from './roles.js';

/** Declares who may call a route. Every route has one: the service refuses to start without. */
export const Allow = (permission: Permission): MethodDecorator =>
  applyDecorators(SetMetadata(permissionKey, permission), ApiExtension('x-permission', permission));
