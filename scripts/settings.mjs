/**
 * Writes `.env.example` and the table of settings in the README from src/platform/configuration/settings.ts. A test
 * compares both.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from './preparation/prepare.mjs';
import { root } from './preparation/run.mjs';
import { envExample, withSettingsTable } from './settings/render.mjs';

prepare();
const { settings } = await import(new URL('../dist/src/platform/configuration/settings.js', import.meta.url));
writeFileSync(join(root, '.env.example'), envExample(settings));
const readme = join(root, 'README.md');
writeFileSync(readme, withSettingsTable(readFileSync(readme, 'utf8'), settings));
