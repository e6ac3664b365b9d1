/** Operations that would share their id: the last segment of the path. */
const exceptions = {
  'post /v1/report/getSBOM': 'exportSBOM',
  'get /v1/review/getDecisions': 'getReviewDecisions',
  'get /v1/project/events': 'sbomEvents',
  'get /v1/review/events': 'reviewEvents',
};

/**
 * The id of each operation by `method /path`: the last segment of its path; where a path can be read by GET and by POST,
 * `ByBody` marks the latter.
 */
export function operationIds(paths) {
  const ids = new Map();
  for (const [path, operations] of Object.entries(paths))
    for (const method of Object.keys(operations)) {
      const name = path.split('/').at(-1);
      const isSecond = method === 'post' && 'get' in operations;
      ids.set(`${method} ${path}`, exceptions[`${method} ${path}`] ?? (isSecond ? `${name}ByBody` : name));
    }
  const names = [...ids.values()];
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0)
    throw new Error(`Two operations have the id ${twice.join(', ')}: name one in operation-ids.mjs`);
  return ids;
}
