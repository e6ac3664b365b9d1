import { chmodSync, cpSync, linkSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

/** What the last stage of the Dockerfile copies besides the packages. */
function shippedPaths(): string[] {
  const lines = readFileSync(join(projectRoot, 'Dockerfile'), 'utf8').split('\n');
  const copies = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM '))).filter((line) => line.startsWith('COPY ')); // prettier-ignore
  const sources = copies.flatMap((line) =>
    line.split(' ').slice(1, -1).filter((word) => !word.startsWith('--')),
  ); // prettier-ignore
  return sources.map((path) => path.replace(/^\/app\//, '')).filter((path) => path !== 'node_modules');
}

export interface ProductionLayout {
  readonly folder: string;
  readonly packages: number;
  remove(): void;
}

/** The installation as the image has it: `dist`, and of the packages only those that `npm ci --omit=dev` installs. */
export function makeProductionLayout(): ProductionLayout {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake layout ü-'));
  chmodSync(folder, 0o755);
  for (const path of shippedPaths()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  }
  const packages = productionPackages();
  for (const path of packages) link(join(projectRoot, path), join(folder, path));
  return { folder, packages: packages.length, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** As the lock file marks them; those of other platforms are not installed. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const installed = new Set(readdirSync(join(projectRoot, 'node_modules'), { recursive: true }).map(String));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path)
    .filter((path) => installed.has(path.slice('node_modules/'.length)));
}

/** Hard links: copies would take a minute. A package inside a package has a line of its own in the lock file. */
function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    if (entry.isDirectory()) link(join(from, entry.name), join(to, entry.name));
    else linkSync(join(from, entry.name), join(to, entry.name));
  }
}
