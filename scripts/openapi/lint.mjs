/** Lints `openapi.json` by the rules of Redocly (recommended) and Spectral (oas); exits 1 on any finding. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { root } from '../preparation/run.mjs';

const file = join(root, 'openapi.json');

const redocly = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
const linter = new spectral.Spectral();
linter.setRuleset({ extends: [oas] });
const found = await linter.run(JSON.parse(readFileSync(file, 'utf8')));

const findings = [
  ...redocly.map(({ ruleId, message, location }) => `redocly ${ruleId} ${location[0]?.pointer}: ${message}`),
  ...found.map(({ code, message, path }) => `spectral ${code} ${path.join('/')}: ${message}`),
];
for (const finding of findings) console.error(finding);
if (findings.length > 0) process.exitCode = 1;
