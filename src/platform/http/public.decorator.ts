import { SetMetadata, type CustomDecorator } from '@nestjs/common';

/** Where a route's declared permission is kept; the room `organizations` says what it means and enforces it. */
export const permissionKey = 'stocktake:permission';

/** A route of the platform that needs no caller. Rooms say `@Allow('public')`. */
export const Public = (): CustomDecorator => SetMetadata(permissionKey, 'public');
