import type { JsonObject } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf, textsOf } from '../../model/json.js';
import type { ContentsBuilder, ManifestEntry } from '../contents-builder.js';
import type { ManifestFile } from '../manifest-kind.js';
import { manifestLimits } from '../limits.js';
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
  const [names, prefixes] = [new Map<string, VcpkgOrigin>(), new Map<string, VcpkgOrigin>()];
  for (const registry of listOf(ownMember(configuration, 'registries')).map(objectOf))
    for (const pattern of textsOf(ownMember(registry, 'packages'))) {
      const [patterns, key] = pattern.endsWith('*') ? [prefixes, pattern.slice(0, -1)] : [names, pattern];
      if (!patterns.has(key)) patterns.set(key, originOf(registry));
    }
  return (name) => names.get(name) ?? originByPrefix(prefixes, name) ?? rest;
}

function originByPrefix(prefixes: ReadonlyMap<string, VcpkgOrigin>, name: string): VcpkgOrigin | undefined {
  if (prefixes.size === 0) return undefined;
  for (let length = Math.min(name.length, manifestLimits.maxNameLength); length >= 0; length -= 1) {
    const found = prefixes.get(name.slice(0, length));
    if (found) return found;
  }
  return undefined;
}

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
