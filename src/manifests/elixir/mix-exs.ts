import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf, joinPath } from '../paths.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** mix.exs where no mix.lock is: the dependencies that stand in it as literals. It is a program and is not run. */
export const mixExs: ManifestKind = {
  id: 'mix-exs',
  ecosystem: 'hex',
  nature: 'declared',
  files: ['mix.exs'],
  coveredBy: ['mix-lock'],
  matches: (path) => baseName(path) === 'mix.exs',
  read,
};

const dependency = /\{\s{0,20}:([a-z]\w{0,100}),\s{0,20}(?:"([^"\n]{1,200})"|(?=\w+:))([^{}\n]{0,500})\}/g;

/** The apps of an umbrella, which share its lock file. */
function addApps(text: string, { path, tree }: ManifestFile, out: ContentsBuilder): void {
  const [, apps] = /\bapps_path:\s{0,20}"([^"\n]{1,200})"/.exec(text) ?? [];
  const folder = apps === undefined ? null : joinPath(folderOf(path), apps);
  if (folder === null) return;
  for (const app of tree.named('mix.exs').map(folderOf)) if (folderOf(app) === folder) out.addProject(app);
}

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  addApps(text, file, out);
  const start = text.search(/\bdefp?\s{1,10}deps\b/);
  if (start < 0) return;
  const lineAt = lineCounter(text);
  const project = out.addProject(folderOf(file.path));
  for (const match of text.slice(start).matchAll(dependency)) {
    const [, name = '', requested = '', options = ''] = match;
    if (/\b(?:path|in_umbrella):/.test(options)) continue;
    const version = /^==\s*(\d[\w.+-]{0,100})$/.exec(requested)?.[1] ?? '';
    const requirement = version === '' && requested !== '' ? { requirement: requested } : {};
    const [, kind, address = ''] = /\b(git|github):\s*"([^"]{1,500})"/.exec(options) ?? [];
    const url = kind === 'github' ? `https://github.com/${address}.git` : address;
    const vcs = url === '' ? '' : `git+${url}`;
    const purl = { type: 'hex', name, version, qualifiers: { vcs_url: vcs } };
    const references = vcs === '' ? [] : [{ type: 'vcs', url: vcs }];
    const found = {
      ecosystem: 'hex',
      name,
      version,
      ...requirement,
      purl,
      references,
      line: lineAt(start + match.index),
    };
    const only = /\bonly:\s*(.{1,60})/.exec(options)?.[1] ?? '';
    const scope = only === '' || /:prod/.test(only) ? 'runtime' : /:dev/.test(only) ? 'development' : 'test';
    out.addDependency(project, out.addComponent(found), scope);
  }
}
