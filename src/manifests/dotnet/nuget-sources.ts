import type { XmlElement } from '../../formats/reading/xml-elements.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { childrenOf, readXmlFile } from '../reading/xml-file.js';
import { registryQualifier } from '../registries.js';

/** The registry that a package may come from only, where it is another than nuget.org; else empty. */
export type NugetSources = (name: string) => string;

/** A pattern of `packageSourceMapping`, in lower case, with the keys of its sources. */
type Mapping = Map<string, Set<string>>;

interface NugetConfig {
  /** Addresses by key, in lower case. */
  readonly addresses: Map<string, string>;
  readonly mapping: Mapping;
}

const names = ['nuget.config', 'NuGet.config', 'NuGet.Config', 'Nuget.Config'];

/**
 * What the files NuGet.config of a folder and those above map packages to (learn.microsoft.com, "Package Source
 * Mapping"). Without a mapping a package may come from any source, so nothing is said of it.
 */
export async function nugetSources(tree: SourceTree, folder: string): Promise<NugetSources> {
  const { addresses, mapping } = await configAt(tree, folder);
  return (name) => {
    const keys = mapping.get(patternFor(mapping, name.toLowerCase())) ?? new Set<string>();
    // Without an address it is still not nuget.org.
    const registries = [...keys].map((key) => registryQualifier('nuget', addresses.get(key) || key));
    return registries.includes('') ? '' : (registries[0] ?? '');
  };
}

/** The name itself, else the longest prefix. */
function patternFor(mapping: Mapping, name: string): string {
  if (mapping.has(name)) return name;
  const fits = [...mapping.keys()].filter((one) => one.endsWith('*') && name.startsWith(one.slice(0, -1)));
  return fits.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

/** What is nearer holds for its keys. */
const configAt = perPath(async (tree, folder): Promise<NugetConfig> => {
  const above = folder === '' ? null : await configAt(tree, folderOf(folder));
  const root = await configIn(tree, folder);
  if (!root) return above ?? { addresses: new Map(), mapping: new Map() };
  const sources = root.child('packageSources');
  const mapped = root.child('packageSourceMapping');
  return {
    addresses: new Map([...(isCleared(sources) ? [] : (above?.addresses ?? [])), ...addressesIn(sources)]),
    mapping: new Map([...(isCleared(mapped) ? [] : (above?.mapping ?? [])), ...mappingIn(mapped)]),
  };
});

async function configIn(tree: SourceTree, folder: string): Promise<XmlElement | null> {
  for (const name of names) {
    const bytes = await tree.read(folder === '' ? name : `${folder}/${name}`);
    const root = bytes && (await ifReadable(readXmlFile(bytes)));
    if (root) return root;
  }
  return null;
}

const isCleared = (element: XmlElement | undefined): boolean => childrenOf(element, 'clear').length > 0;

const keyOf = (element: XmlElement): string => (element.attribute('key') ?? '').toLowerCase();

const addressesIn = (sources: XmlElement | undefined): [string, string][] =>
  childrenOf(sources, 'add').map((one) => [keyOf(one), one.attribute('value') ?? '']);

function mappingIn(mapped: XmlElement | undefined): Mapping {
  const found: Mapping = new Map();
  for (const source of childrenOf(mapped, 'packageSource'))
    for (const one of childrenOf(source, 'package')) {
      const pattern = (one.attribute('pattern') ?? '').toLowerCase();
      if (pattern !== '') found.set(pattern, (found.get(pattern) ?? new Set()).add(keyOf(source)));
    }
  return found;
}
