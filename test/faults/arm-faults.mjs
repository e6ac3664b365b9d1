/**
 * Put in front of the built service (`node --import`): the process that started it names a step over the channel, and at
 * that step this process dies, stalls or fails. One step at a time; it strikes once.
 */
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

register('./wrap-repositories.mjs', import.meta.url);

const root = pathToFileURL(join(import.meta.dirname, '../../dist/src/')).href;
let armed = null;
const wrapped = new Set();

process.on('message', ({ step, action }) => {
  arm(step, action).then(
    () => process.send({ armed: step.name }),
    (error) => process.send({ error: error.message }),
  );
});
process.channel?.unref();

async function arm(step, action) {
  const { module, owner, method } = step;
  const exported = await import(`${root}${module}.js`);
  const found = owner ? exported[owner]?.prototype : exported;
  if (typeof found?.[method] !== 'function') throw new Error(`There is no ${owner ?? ''}.${method} in ${module}`);
  armed = { ...step, action };
  if (!owner) return;
  const place = `${owner}.${method}`;
  if (wrapped.has(place)) return;
  wrapped.add(place);
  wrap(found, owner, method);
}

function wrap(prototype, owner, method) {
  const original = prototype[method];
  prototype[method] = function (...args) {
    return passing({ owner, method }, args, () => original.apply(this, args));
  };
}

/** Called by every exported function of a repository; see `wrap-repositories.mjs`. */
globalThis.stocktakeFaultPoint = (method, args, work) => passing({ owner: undefined, method }, args, work);

function passing({ owner, method }, args, work) {
  const isHere = (when) => armed?.owner === owner && armed?.method === method && armed.when === when;
  if (isHere('before') && isMeant(args, null)) strike();
  const result = work();
  if (!(result instanceof Promise)) return result;
  return result.then((value) => {
    if (isHere('after') && isMeant(args, value)) strike();
    return value;
  });
}

function isMeant([first], result) {
  if (armed.argument !== undefined) return first === armed.argument;
  if (armed.job !== undefined) return (result?.name ?? first?.run?.name) === armed.job;
  return true;
}

function strike() {
  const { action } = armed;
  armed = null;
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  else if (action === 'stop') process.kill(process.pid, 'SIGSTOP');
  else throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
}
