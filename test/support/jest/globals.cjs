/**
 * The globals of the process as they are now.
 *
 * @returns puts them back: what has another value by then, or is gone. What has come to them since then stays: packages
 *   that are loaded once for all files keep theirs there.
 */
function rememberGlobals() {
  const before = new Map(Object.getOwnPropertyNames(globalThis).map((name) => [name, globalThis[name]]));
  return () => {
    for (const [name, value] of before) if (!Object.is(globalThis[name], value)) globalThis[name] = value;
  };
}

module.exports = { rememberGlobals };
