import type { Express } from 'express';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';

interface RouterLayer {
  readonly route?: {
    readonly path: string;
    readonly methods?: Record<string, boolean>;
    readonly stack: { method?: string }[];
  };
}

/** Paths and methods of the router, read after all modules have registered their routes. */
export class RouteTable {
  private methods = new Map<string, Set<string>>();

  read(express: Express): void {
    this.methods = new Map();
    for (const { route } of (express.router as unknown as { stack: RouterLayer[] }).stack) {
      if (!route || typeof route.path !== 'string') continue;
      const known = this.methods.get(normalizePath(route.path)) ?? new Set();
      for (const { method } of route.stack) if (method) known.add(method.toUpperCase());
      this.methods.set(normalizePath(route.path), known);
    }
  }

  methodsOf(path: string): string[] {
    const methods = this.methods.get(normalizePath(path)) ?? new Set();
    return [...methods, ...(methods.has('GET') && !methods.has('HEAD') ? ['HEAD'] : [])].sort();
  }

  /** Every route as `[method, path]`, sorted; the authorization tests try each with every identity. */
  all(): [string, string][] {
    return [...this.methods]
      .flatMap(([path, methods]) => [...methods].map((method): [string, string] => [method, path]))
      .sort();
  }
}

const normalizePath = (path: string): string => path.toLowerCase().replace(/\/+$/, '') || '/';

/** Metadata key of a route's permission; `organizations` enforces it. */
export const permissionKey = 'stocktake:permission';

/** A route of the platform that needs no authentication. Other modules use `@Allow('public')`. */
export const Public = (): CustomDecorator => SetMetadata(permissionKey, 'public');
