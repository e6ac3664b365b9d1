import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.js';

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

/** This program as a document names the tool that made it; the version is package.json's. */
export const product = { name: 'Stocktake', version } as const;
