import { FormatError } from '../../formats/format.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject, listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { warnOfNewerLock } from '../reading/lock-version.js';
import { readTomlFile } from '../reading/toml-file.js';
import { RefsByName } from '../refs-by-name.js';

/** Manifest.toml of Julia (pkgdocs.julialang.org, "Project.toml and Manifest.toml"), of both formats. */
export const juliaManifest: ManifestKind = {
  id: 'julia-manifest',
  ecosystem: 'julia',
  nature: 'locked',
  files: ['Manifest.toml', 'JuliaManifest.toml', 'Manifest-v*.toml', 'JuliaManifest-v*.toml'],
  matches: (path) => /^(?:Julia)?Manifest(?:-v[\w.]{1,20})?\.toml$/.test(baseName(path)),
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const { root } = await readTomlFile(file.bytes);
  const packages = packagesOf(root);
  warnOfNewerLock(ownMember(root, 'manifest_format'), 2, out);
  const refs = new RefsByName();
  const added = packages.map(({ name, entry }) => {
    const ref = addPackage(name, entry, out);
    for (const key of [name, textOf(ownMember(entry, 'uuid'))]) if (key !== '') refs.add(key, '', ref);
    return { ref, needs: juliaNeeds(ownMember(entry, 'deps')) };
  });
  for (const { ref, needs } of added) {
    out.addNeeds(ref, needs.length);
    for (const need of needs) for (const to of refs.find(need)) out.addDependency(ref, to);
  }
  await connectProject(file, refs, out);
}

interface Package {
  readonly name: string;
  readonly entry: JsonObject;
}

/** Format 1 has the packages at the top, 2 in `deps`; those of one name differ in their UUIDs. */
function packagesOf(root: JsonObject): Package[] {
  const table = ownMember(root, 'manifest_format') === undefined ? root : objectOf(ownMember(root, 'deps'));
  const found = Object.entries(table).flatMap(([name, entries]) =>
    listOf(entries).map((entry): Package => ({ name, entry: objectOf(entry) })),
  );
  if (found.length === 0 && table === root && Object.keys(root).length > 0)
    throw new FormatError('invalid', 'This is no manifest of Julia: it has no packages');
  return found;
}

/** What Julia itself brings has no version, or that of its release. */
function addPackage(name: string, entry: JsonObject, out: ContentsBuilder): string | null {
  const text = (key: string): string => textOf(ownMember(entry, key));
  const [version, uuid, path, repository] = [text('version'), text('uuid'), text('path'), text('repo-url')];
  if (path !== '') return out.addProject(joinPath(folderOf(out.file), path) ?? path, name, version);
  const revision = text('repo-rev');
  const vcs = repository === '' ? '' : `git+${repository}${revision === '' ? '' : `@${revision}`}`;
  return out.addComponent({
    ecosystem: 'julia',
    name,
    version,
    ...juliaPurl(name, version, { uuid, vcs_url: vcs }),
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
    line: 1,
  });
}

/** Without its UUID nobody knows which of that name a package is: that has no package URL, and a warning. */
export const juliaPurl = (
  name: string,
  version: string,
  qualifiers: { readonly uuid: string; readonly vcs_url?: string },
): Pick<ManifestEntry, 'purl'> => ({ purl: { type: 'julia', name, version, qualifiers } });

/** A list of names, or a table of names with UUIDs where a name is not enough. */
export function juliaNeeds(deps: Json | undefined): string[] {
  const needs = isObject(deps) ? Object.values(deps) : listOf(deps);
  return needs.map(textOf).filter((need) => need !== '');
}

/** Direct dependencies are in the project beside it. */
async function connectProject(file: ManifestFile, refs: RefsByName, out: ContentsBuilder): Promise<void> {
  const folder = folderOf(file.path);
  for (const name of ['JuliaProject.toml', 'Project.toml']) {
    const bytes = await file.tree.read(joinPath(folder, name)!);
    const toml = bytes && (await ifReadable(readTomlFile(bytes)));
    if (!toml) continue;
    const project = out.addProject(
      folder,
      textOf(ownMember(toml.root, 'name')),
      textOf(ownMember(toml.root, 'version')),
    );
    for (const uuid of juliaNeeds(ownMember(toml.root, 'deps')))
      for (const to of refs.find(uuid)) out.addDependency(project, to);
    return;
  }
}
