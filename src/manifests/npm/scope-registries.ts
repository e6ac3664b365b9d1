import type { Json } from '../../model/document.js';
import { objectOf, ownMember, textOf } from '../../model/json.js';
import type { SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import { ifReadable } from '../reading/if-readable.js';
import { perPath } from '../reading/per-tree.js';
import { manifestText } from '../reading/text-file.js';
import { readTomlFile } from '../reading/toml-file.js';
import { readYamlFile } from '../reading/yaml-file.js';
import { registryQualifier } from '../registries.js';

/** The registry of a scope (`@acme`), where it is another than the public one; else empty. */
export type ScopeRegistries = (scope: string) => string;

export const publicScopes: ScopeRegistries = () => '';

/**
 * The registries that scopes have in the nearest .npmrc (docs.npmjs.com, "scope"), .yarnrc.yml (`npmScopes`) or
 * bunfig.toml (`install.scopes`). A registry for all packages is as a rule a proxy of the public one, and does not count.
 */
export const scopeRegistries = perPath(async (tree, folder): Promise<ScopeRegistries> => {
  const above = folder === '' ? publicScopes : await scopeRegistries(tree, folderOf(folder));
  const own = new Map(await scopesIn(tree, folder));
  return own.size === 0 ? above : (scope) => own.get(scope) ?? above(scope);
});

async function scopesIn(tree: SourceTree, folder: string): Promise<[scope: string, registry: string][]> {
  const at = (name: string): Promise<Uint8Array | null> => tree.read(folder === '' ? name : `${folder}/${name}`);
  const [npmrc, yarnrc, bunfig] = [await at('.npmrc'), await at('.yarnrc.yml'), await at('bunfig.toml')];
  const yarn = yarnrc && (await ifReadable(readYamlFile(yarnrc)));
  const bun = bunfig && (await ifReadable(readTomlFile(bunfig)));
  const install = objectOf(ownMember(bun?.root ?? {}, 'install'));
  return [
    ...(npmrc ? scopesOfNpmrc((await ifReadable(manifestText(npmrc))) ?? '') : []),
    ...scopesOfTable(ownMember(yarn?.root ?? {}, 'npmScopes'), 'npmRegistryServer'),
    ...scopesOfTable(ownMember(install, 'scopes'), 'url'),
  ];
}

const scopeLine = /^[ \t]*(@[\w.-]{1,214}):registry[ \t]*=[ \t]*["']?([^\s"']{1,1000})/gm;

const scopesOfNpmrc = (text: string): [string, string][] =>
  [...text.matchAll(scopeLine)].map(([, scope = '', url = '']) => [scope, registryQualifier('npm', url)]);

function scopesOfTable(table: Json | undefined, member: string): [string, string][] {
  return Object.entries(objectOf(table)).flatMap(([name, value]): [string, string][] => {
    const url = textOf(value) || textOf(ownMember(objectOf(value), member));
    return url === '' ? [] : [[name.startsWith('@') ? name : `@${name}`, registryQualifier('npm', url)]];
  });
}
