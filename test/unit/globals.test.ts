import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

const { rememberGlobals } = createRequire(__filename)(join(projectRoot, 'test/support/jest/globals.cjs')) as {
  rememberGlobals(): () => void;
};

/** A `fetch` that one file had made up answered the requests of every file after it in its worker. */
it('puts back what a test file has replaced or removed of the globals of its worker', () => {
  const { fetch, URL: address } = globalThis;
  const putBack = rememberGlobals();
  Object.assign(globalThis, { fetch: () => Promise.resolve({}) });
  Reflect.deleteProperty(globalThis, 'URL');
  putBack();
  expect(globalThis.fetch).toBe(fetch);
  expect(globalThis.URL).toBe(address);
});
