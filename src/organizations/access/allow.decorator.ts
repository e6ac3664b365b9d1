import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import { permissionKey } from '../../platform/http/public.decorator.js';
import type { Permission } from './roles.js';

/** Declares who may call a route. Every route has one: the service refuses to start without. */
export const Allow = (permission: Permission): CustomDecorator => SetMetadata(permissionKey, permission);
