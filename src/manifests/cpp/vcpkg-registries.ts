import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { readJsonFile } from '../reading/json-file.js';
import { registryQualifier } from '../registries.js';

/** Where a port is from: the public registry, another one, or a folder. */
export type VcpkgOrigin = Pick<ManifestEntry, 'source'> & { readonly registry: string };

/** Of a port, by its name. */
export type VcpkgOrigins = (name: string) => VcpkgOrigin;

const publicRegistry: VcpkgOrigin = { registry: '' };

/**
 * The registries of a project (learn.microsoft.com/vcpkg, "vcpkg-configuration.json"): those of the file beside its
 * vcpkg.json, or of the member of that one. Of the patterns that fit a port, its name counts, then the longest prefix.
 */
export async function vcpkgOrigins(file: ManifestFile, root: JsonObject, out: ContentsBuilder): Promise<VcpkgOrigins> {
  const configuration = await configurationOf(file, root, out);
  const other = ownMember(configuration, 'default-registry');
  const rest = other === null ? publicRegistry : originOf(objectOf(other));
  const patterns = listOf(ownMember(configuration, 'registries'))
    .map(objectOf)
    .flatMap((one) => textsOf(ownMember(one, 'packages')).map((pattern) => ({ pattern, origin: originOf(one) })));
  return (name) => {
    const fitting = patterns.filter(({ pattern }) => fits(name, pattern));
    const [best] = fitting.sort((a, b) => b.pattern.length - a.pattern.length || (a.pattern === name ? -1 : 1));
    return best?.origin ?? rest;
  };
}

const fits = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/** A registry of artifacts has no ports. */
function originOf(registry: JsonObject): VcpkgOrigin {
  const of = (member: string): string => textOf(ownMember(registry, member));
  if (of('kind') === 'filesystem') return { registry: '', source: of('path') || 'filesystem' };
  return { registry: of('kind') === 'git' ? registryQualifier('vcpkg', of('repository')) : '' };
}

async function configurationOf(file: ManifestFile, root: JsonObject, out: ContentsBuilder): Promise<JsonObject> {
  const member = ownMember(root, 'vcpkg-configuration') ?? ownMember(root, 'configuration');
  if (member !== undefined) return objectOf(member);
  const folder = folderOf(file.path);
  const path = folder === '' ? 'vcpkg-configuration.json' : `${folder}/vcpkg-configuration.json`;
  const bytes = await file.tree.read(path);
  const found = bytes && (await ifReadable(readJsonFile(bytes)));
  if (bytes && !found) out.addWarning(1, `${path} cannot be read, so the registries of its packages are unknown`);
  return found?.root ?? {};
}
