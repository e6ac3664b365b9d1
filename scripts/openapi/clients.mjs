/** Generates clients from `openapi.json` with three generators, in folders of the given one. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../preparation/run.mjs';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/openapi/clients.mjs FOLDER');

const generators = [
  ['openapi-typescript', ['openapi.json', '-o', join(folder, 'openapi-typescript', 'schema.d.ts')]],
  ['openapi-ts', ['-i', 'openapi.json', '-o', join(folder, 'hey-api'), '-p', '@hey-api/client-fetch', '-s']],
  ['swagger-typescript-api', ['generate', '-p', 'openapi.json', '-o', join(folder, 'swagger-typescript-api'), '-n', 'Api.ts', '--silent']], // prettier-ignore
];

for (const [program, args] of generators) {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules', '.bin', program), args, {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) continue;
  console.error(`${program} failed: ${stdout}${stderr}`);
  process.exitCode = 1;
}
