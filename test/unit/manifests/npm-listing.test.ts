import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readFirst } from '../../support/manifests.js';

interface Listed {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, Listed>>;
}

/** `name@version` of all packages of the tree as npm lists them from the lock file, without a network. */
function listing(folder: string, own: readonly string[]): string[] {
  const args = ['ls', '--all', '--json', '--package-lock-only', '--offline', '--long=false'];
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, npm_config_update_notifier: 'false' } } as const; // prettier-ignore
  const found = new Set<string>();
  const walk = ({ dependencies = {} }: Listed): void => {
    for (const [name, one] of Object.entries(dependencies)) {
      if (one.version !== undefined && !own.includes(name)) found.add(`${name}@${one.version}`);
      walk(one);
    }
  };
  walk(JSON.parse(execFileSync('npm', args, options)) as Listed);
  return [...found].sort();
}

const locked = (version: string, more: object = {}) => ({ version, ...more });

/** Trees as npm writes them: nested versions, workspaces, development, optional and peer dependencies. */
const trees: Readonly<
  Record<string, { root: object; packages: Record<string, object>; workspaces?: Record<string, object> }>
> = {
  'nested versions and scopes': {
    root: {
      name: 'shop',
      version: '1.0.0',
      dependencies: { a: '^1.0.0', '@s/b': '^2.0.0' },
      devDependencies: { d: '1' },
    },
    packages: {
      'node_modules/a': locked('1.2.0', { dependencies: { c: '^1.0.0' } }),
      'node_modules/@s/b': locked('2.0.0', { dependencies: { c: '^2.0.0' } }),
      'node_modules/@s/b/node_modules/c': locked('2.1.0'),
      'node_modules/c': locked('1.1.0', { peerDependencies: { p: '1' } }),
      'node_modules/p': locked('1.0.0', { peer: true }),
      'node_modules/d': locked('1.0.0', { dev: true, optionalDependencies: { o: '1' } }),
      'node_modules/o': locked('1.0.0', { dev: true, optional: true }),
    },
  },
  'workspaces that need each other': {
    root: { name: 'mono', version: '1.0.0', workspaces: ['packages/*'] },
    workspaces: {
      'packages/x': { name: 'x', version: '0.1.0', dependencies: { y: '0.2.0', a: '1.0.0' } },
      'packages/y': { name: 'y', version: '0.2.0', dependencies: { a: '2.0.0' } },
    },
    packages: {
      'node_modules/x': { resolved: 'packages/x', link: true },
      'node_modules/y': { resolved: 'packages/y', link: true },
      'node_modules/a': locked('1.0.0'),
      'packages/y/node_modules/a': locked('2.0.0'),
    },
  },
};

describe('package-lock.json, compared with what npm itself lists', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'stocktake-npm-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.keys(trees))('%s', async (title) => {
    const { root, packages, workspaces = {} } = trees[title]!;
    const lock = JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages: { '': root, ...workspaces, ...packages } }); // prettier-ignore
    const files: Record<string, string> = { 'package-lock.json': lock, 'package.json': JSON.stringify(root) };
    for (const [path, manifest] of Object.entries(workspaces)) files[`${path}/package.json`] = JSON.stringify(manifest);
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const { components, warnings } = await readFirst(files);
    const read = components.map(({ group, name, version }) => `${group === '' ? '' : `${group}/`}${name}@${version}`);
    expect(read.sort()).toEqual(
      listing(
        folder,
        Object.keys(workspaces).map((path) => path.replace('packages/', '')),
      ),
    );
    expect(warnings).toEqual([]);
  });
});
