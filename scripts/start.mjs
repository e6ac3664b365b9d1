/**
 * `npm start`: installs and builds what is missing, then runs the service in this very process, so that there is no
 * second one to outlive it.
 */
import { prepare } from './preparation/prepare.mjs';

prepare();
stopWithNpm();
await import(new URL('../dist/src/main.js', import.meta.url));

/** A killed npm passes no signal on; the service then stops as if it had. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250).unref();
}
