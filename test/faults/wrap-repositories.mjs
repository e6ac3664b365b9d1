/**
 * Loader hooks (`node:module`): the exported functions of the built repositories pass `stocktakeFaultPoint`, because a
 * function of a module, other than a method of a class, cannot be replaced once it is loaded.
 */
const repository = /\/dist\/src\/.*\.repository\.js$/;
const exportedFunction = /^export (async )?function (\w+)\(/gm;

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!repository.test(url)) return loaded;
  const names = [];
  const source = String(loaded.source).replace(exportedFunction, (_declaration, isAsync, name) => {
    names.push(name);
    return `${isAsync ?? ''}function ${name}_unwrapped(`;
  });
  const wrappers = names.map(
    (name) =>
      `export function ${name}(...args) {
  const work = () => ${name}_unwrapped(...args);
  return globalThis.stocktakeFaultPoint ? globalThis.stocktakeFaultPoint('${name}', args, work) : work();
}`,
  );
  return { ...loaded, source: `${source}\n${wrappers.join('\n')}\n` };
}
