/** Writes `openapi.json` from the built service; with `--check` compares it instead, and exits 1 on a difference. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { root } from './preparation/run.mjs';

prepare();
const { openApiDocument } = await import('./openapi/document.mjs');
const file = join(root, 'openapi.json');
const text = `${JSON.stringify(await openApiDocument(), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('openapi.json differs from the code. Run "npm run openapi" and review the difference.');
  process.exitCode = 1;
}
