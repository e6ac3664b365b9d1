import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { permissionKey } from '../../platform/http/public.decorator.js';

/** Ends the start when any route of any controller does not say who may call it. */
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
