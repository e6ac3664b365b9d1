import type { ManifestFile, SourceTree } from '../manifest-kind.js';
import { folderOf } from '../paths.js';
import type { GoSum } from './go-package.js';

/** Below a folder that `go mod vendor` wrote, go.mod is a copy, which Go does not read (go.dev/ref/mod, "Vendoring"). */
export async function isVendoredCopy({ path, tree }: ManifestFile): Promise<boolean> {
  const vendor = /^(?:.*\/)?vendor(?=\/)/.exec(folderOf(path))?.[0];
  return vendor !== undefined && (await tree.read(`${vendor}/modules.txt`)) !== null;
}

/** The modules of vendor/modules.txt: those that packages in use are of, as replaced. Null where there is none. */
export async function vendoredModules(tree: SourceTree, folder: string): Promise<GoSum[] | null> {
  const bytes = await tree.read(`${folder === '' ? '' : `${folder}/`}vendor/modules.txt`);
  if (!bytes) return null;
  const modules = Buffer.from(bytes)
    .toString('utf8')
    .matchAll(/^# (\S{1,500}) (v\S{1,200})(?: => (\S{1,500})(?: (v\S{1,200}))?)?[ \t\r]*$/gm);
  return [...modules].flatMap(([, path = '', version = '', by, replacement]) => {
    // What a folder replaces is a project of the tree.
    if (by !== undefined && replacement === undefined) return [];
    return [{ path: by ?? path, version: replacement ?? version, hash: '', line: 1 }];
  });
}
