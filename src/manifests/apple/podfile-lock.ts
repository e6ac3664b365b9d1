import { FormatError } from '../../formats/format.js';
import type { Json } from '../../model/document.js';
import { listOf, objectOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { readYamlFile, type YamlFile } from '../reading/yaml-file.js';
import { registriesOfLock } from '../registries.js';

/** Podfile.lock of CocoaPods. Targets are in the Podfile, which is a program and is not read: scopes are unknown. */
export const podfileLock: ManifestKind = {
  id: 'podfile-lock',
  ecosystem: 'cocoapods',
  nature: 'locked',
  files: ['Podfile.lock'],
  matches: (path) => baseName(path) === 'Podfile.lock',
  read,
};

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const yaml = await readYamlFile(file.bytes);
  const pods = ownMember(yaml.root, 'PODS');
  if (!Array.isArray(pods)) throw new FormatError('invalid', 'This is no Podfile.lock: it has no "PODS"');
  out.markScopesUnknown();
  const registryOf = registriesOfPods(yaml, out);
  const refs = new Map<string, string | null>();
  const needs: [name: string, needed: readonly Json[]][] = [];
  for (const item of pods) {
    // "Name (1.0)", or that as a key with its list of dependencies.
    const [key, needed] = typeof item === 'string' ? [item, []] : (Object.entries(objectOf(item))[0] ?? ['', []]);
    const name = nameOf(key);
    refs.set(name, add(key, { yaml, file, registryOf }, out));
    needs.push([name, listOf(needed)]);
  }
  for (const [name, needed] of needs) {
    out.addNeeds(refs.get(name) ?? null, needed.length);
    for (const need of needed) out.addDependency(refs.get(name) ?? null, refs.get(nameOf(textOf(need))) ?? null);
  }
  const project = out.addProject(folderOf(file.path));
  for (const item of listOf(ownMember(yaml.root, 'DEPENDENCIES')))
    out.addDependency(project, refs.get(nameOf(textOf(item))) ?? null);
}

/** "Name/Sub (~> 1.0)" without its version. */
const nameOf = (text: string): string => text.split(' (', 1)[0]!.trim();

/** The address of the repository of specifications of a pod; `trunk` is the public one. */
function registriesOfPods(yaml: YamlFile, out: ContentsBuilder): (pod: string) => string {
  const byPod = new Map<string, string>();
  for (const [address, pods] of Object.entries(objectOf(ownMember(yaml.root, 'SPEC REPOS'))))
    for (const pod of listOf(pods)) byPod.set(textOf(pod), address === 'trunk' ? '' : address);
  const registryOf = registriesOfLock('cocoapods', [...byPod.values()], out);
  return (pod) => registryOf(byPod.get(pod) ?? '');
}

interface Pods {
  readonly yaml: YamlFile;
  readonly file: ManifestFile;
  readonly registryOf: (pod: string) => string;
}

function add(key: string, { yaml, file, registryOf }: Pods, out: ContentsBuilder): string | null {
  const full = nameOf(key);
  const version = /\(([^)]*)\)$/.exec(key)?.[1] ?? '';
  const [name = '', ...subspec] = full.split('/');
  const external = objectOf(ownMember(objectOf(ownMember(yaml.root, 'EXTERNAL SOURCES')), name));
  const checkout = objectOf(ownMember(objectOf(ownMember(yaml.root, 'CHECKOUT OPTIONS')), name));
  const download = textOf(ownMember(external, ':http')) || textOf(ownMember(external, ':podspec'));
  const folder = textOf(ownMember(external, ':path'));
  if (folder !== '') {
    const folderOfPod = folder.endsWith('.podspec') ? folderOf(folder) : folder;
    const path = joinPath(folderOf(file.path), folderOfPod) ?? folderOfPod;
    return out.addProject(path, name, version, `${path}#${name}`);
  }
  // Its specification is a file of the tree, or of an address: whatever its name, it is no pod of a repository.
  const podspec = textOf(ownMember(external, ':podspec'));
  if (podspec !== '' && !/^https?:/.test(podspec))
    return out.addComponent({ ecosystem: 'cocoapods', name: full, version, source: podspec, line: yaml.lineOf(key) });
  const git = textOf(ownMember(checkout, ':git')) || textOf(ownMember(external, ':git'));
  const commit = textOf(ownMember(checkout, ':commit')) || textOf(ownMember(external, ':tag'));
  const vcs = git === '' ? '' : `git+${git}${commit === '' ? '' : `@${commit}`}`;
  const registry = vcs === '' && download === '' ? registryOf(name) : '';
  const qualifiers = { vcs_url: vcs, download_url: vcs === '' ? download : '', repository_url: registry };
  return out.addComponent({
    ecosystem: 'cocoapods',
    name: full,
    version,
    purl: { type: 'cocoapods', name, version, qualifiers, subpath: subspec.join('/') },
    // SHA-1 of the podspec, not of the downloaded archive.
    integrity: textOf(ownMember(objectOf(ownMember(yaml.root, 'SPEC CHECKSUMS')), name)),
    references: vcs === '' ? [] : [{ type: 'vcs', url: vcs }],
    line: yaml.lineOf(key),
  });
}
