import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { permissionKey } from '../../platform/http/routes.js';
import type { Permission } from './roles.js';

/** Declares who may call a route. The service does not start if a route lacks it. */
export const Allow = (permission: Permission): MethodDecorator =>
  applyDecorators(SetMetadata(permissionKey, permission), ApiExtension('x-permission', permission));
