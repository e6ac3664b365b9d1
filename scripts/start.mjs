/**
 * `npm start`: installs and builds what is missing, then runs the service in this very process, so that there is no
 * second one to outlive it.
 */
import { followNpm } from './preparation/follow-npm.mjs';
import { prepare } from './preparation/prepare.mjs';

prepare();
followNpm();
await import(new URL('../dist/src/main.js', import.meta.url));
