import { resolve } from 'node:path';

/** The folder that holds package.json. Compiled files live in dist/src/<room>/; jest maps this module to its own. */
export const projectRoot = resolve(import.meta.dirname, '../../..');
