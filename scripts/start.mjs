/**
 * `npm start`: installs and builds what is missing, then runs the service in this process: a child could outlive it.
 */
import { followNpm } from './preparation/follow-npm.mjs';
import { prepare } from './preparation/prepare.mjs';

prepare();
followNpm();
await import(new URL('../dist/src/main.js', import.meta.url));
