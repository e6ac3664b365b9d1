import { readFirst } from '../../support/manifests.js';

const messagesOf = async (name: string, text: string): Promise<string[]> =>
  (await readFirst({ [name]: text })).warnings.map(({ message }) => message);

/** Each with a version that its reader knows, and one that nobody knows yet. */
const locks: readonly (readonly [name: string, text: (version: string) => string, known: string, newer: string])[] = [
  ['package-lock.json', (v) => `{"lockfileVersion": ${v}, "packages": {"": {}}}`, '3', '4'],
  ['pnpm-lock.yaml', (v) => `lockfileVersion: '${v}'\nimporters: {}\n`, '9.0', '10.0'],
  ['pnpm-lock.yaml', (v) => `lockfileVersion: ${v}\n`, '5.4', '10'],
  ['yarn.lock', (v) => `__metadata:\n  version: ${v}\n`, '10', '20'],
  ['bun.lock', (v) => `{"lockfileVersion": ${v}, "packages": {},}`, '2', '3'],
  ['deno.lock', (v) => `{"version": "${v}"}`, '5', '6'],
  ['Cargo.lock', (v) => `version = ${v}\n`, '4', '5'],
  ['uv.lock', (v) => `version = ${v}\n`, '1', '2'],
  ['poetry.lock', (v) => `[metadata]\nlock-version = "${v}"\n`, '2.1', '3.0'],
  ['pdm.lock', (v) => `[metadata]\nlock_version = "${v}"\n`, '4.5.0', '5.0'],
  ['Manifest.toml', (v) => `manifest_format = "${v}"\n`, '2.1', '3.0'],
  ['pylock.toml', (v) => `lock-version = "${v}"\n`, '1.1', '2.0'],
  ['packages.lock.json', (v) => `{"version": ${v}, "dependencies": {}}`, '2', '4'],
  ['Package.resolved', (v) => `{"version": ${v}, "pins": []}`, '3', '4'],
  ['flake.lock', (v) => `{"version": ${v}, "root": "r", "nodes": {"r": {}}}`, '7', '8'],
];

it.each(locks)('%s of a version that its reader does not know says so', async (name, text, known, newer) => {
  expect(await messagesOf(name, text(known))).toEqual([]);
  expect(await messagesOf(name, text(newer))).toEqual([
    expect.stringContaining(`of version ${newer}, and versions after`),
  ]);
});
