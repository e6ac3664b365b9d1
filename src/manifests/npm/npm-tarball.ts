import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind, SourceTree } from '../manifest-kind.js';
import { readJsonFile } from '../reading/json-file.js';
import { withinLimit } from '../reading/within-limit.js';
import { npmComponent } from './npm-package.js';
import { dependencyRequests } from './package-json.js';

/** A package as npm packs it (docs.npmjs.com, "npm pack"): itself, what it needs, and what it brings with it. */
export const npmTarball: ManifestKind = {
  id: 'npm-package',
  ecosystem: 'npm',
  nature: 'declared',
  files: ['*.tgz'],
  matches: (path) => inTarball.test(path),
  read,
};

const inTarball = /\.tgz!\/package\/package\.json$/;
const bundledLimit = {
  max: 10_000,
  of: 'packages that it brings in node_modules',
  unknown: 'these are left out',
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(file.bytes);
  const [name, version] = [textOf(ownMember(root, 'name')), textOf(ownMember(root, 'version'))];
  const itself = out.addComponent(npmComponent({ name, version, resolved: '', integrity: '', line: 1 }));
  const bundled = new Map<string, string | null>();
  const folder = file.path.slice(0, -'package.json'.length);
  for (const one of await bundledIn(file.tree, folder, out)) {
    const ref = out.addComponent(npmComponent({ ...one, resolved: '', integrity: '', line: 1 }));
    if (!bundled.has(one.name)) bundled.set(one.name, ref);
    out.addDependency(itself, ref);
  }
  // What it is developed with is not shipped.
  for (const request of dependencyRequests(root).filter(({ scope }) => scope !== 'development')) {
    if (bundled.has(request.name)) continue;
    const entry = npmComponent({ name: request.name, version: '', resolved: '', integrity: '', line: 1 });
    out.addDependency(itself, out.addComponent({ ...entry, requirement: request.range, scope: request.scope }));
  }
}

/** Packages in `node_modules` of the archive. */
async function bundledIn(
  tree: SourceTree,
  folder: string,
  out: ContentsBuilder,
): Promise<{ name: string; version: string }[]> {
  const found: { name: string; version: string }[] = [];
  const paths = tree.named('package.json').flatMap((path) => {
    const inside = path.startsWith(folder) ? path.slice(folder.length) : '';
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(inside)?.[1];
    return name === undefined ? [] : [{ path, name }];
  });
  for (const { path, name } of withinLimit(paths, bundledLimit, out)) {
    const bytes = await tree.read(path);
    if (!bytes) continue;
    const version = textOf(ownMember(objectOf((await readJsonFile(bytes)).root), 'version'));
    found.push({ name, version });
  }
  return found;
}
