/**
 * `npm start`: installs and builds what is missing, then runs the service in this process: a child could outlive it.
 */
import { followNpm } from './preparation/follow-npm.mjs';
import { prepare } from './preparation/prepare.mjs';

prepare();
followNpm();
// Asked to stop before there is anything to stop; main.js takes over.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
await import(new URL('../dist/src/main.js', import.meta.url));
