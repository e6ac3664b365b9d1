import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { Permission } from './roles.js';

export const permissionKey = 'stocktake:permission';

/** Declares who may call a route. Every route has one: the service refuses to start without. */
export const Allow = (permission: Permission): CustomDecorator => SetMetadata(permissionKey, permission);
