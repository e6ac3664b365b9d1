import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** What a rockspec says in literals (github.com/luarocks/luarocks/wiki/Rockspec-format): it is a program in Lua. */
export const rockspec: ManifestKind = {
  id: 'rockspec',
  ecosystem: 'luarocks',
  nature: 'declared',
  files: ['*.rockspec'],
  coveredBy: ['luarocks-lock'],
  matches: (path) => path.endsWith('.rockspec'),
  read: readRockspec,
};

/** What `luarocks install --pin` and `luarocks build --pin` write. */
export const luarocksLock: ManifestKind = {
  id: 'luarocks-lock',
  ecosystem: 'luarocks',
  nature: 'locked',
  files: ['luarocks.lock'],
  matches: (path) => baseName(path) === 'luarocks.lock',
  read: readLock,
};

const lists: readonly (readonly [name: string, scope: DependencyScope])[] = [
  ['dependencies', 'runtime'],
  ['build_dependencies', 'build'],
  ['test_dependencies', 'test'],
];
const tableOf = (name: string): RegExp => new RegExp(`(?:^|[\\s,{])${name}\\s{0,40}=\\s{0,40}\\{([^{}]{0,100000})\\}`);
const text = /"([^"\n]{1,500})"|'([^'\n]{1,500})'/g;
const pinned = /\[\s{0,10}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')\s{0,10}\]\s{0,10}=\s{0,10}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')|\b([\w-]{1,200})\s{0,10}=\s{0,10}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')/g; // prettier-ignore

const withoutComments = (source: string): string => source.replace(/--(?!\[)[^\n]*/g, (comment) => ' '.repeat(comment.length)); // prettier-ignore

async function readRockspec(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const source = withoutComments(await manifestText(file.bytes));
  const lineAt = lineCounter(source);
  const field = (name: string): string => new RegExp(`^${name}\\s{0,40}=\\s{0,40}["']([^"'\\n]{1,200})["']`, 'm').exec(source)?.[1] ?? ''; // prettier-ignore
  const project = out.addProject(folderOf(file.path), field('package'), field('version'), file.path);
  const found = lists.flatMap(([list, scope]) => {
    const table = tableOf(list).exec(source);
    if (!table && new RegExp(`(?:^|\\s)${list}\\s{0,40}=`).test(source))
      out.addComputed(1, `What ${list} holds is computed and was not read`);
    return table ? [{ table, scope }] : [];
  });
  for (const { table, scope } of found.sort((a, b) => a.table.index - b.table.index)) {
    const start = table.index + table[0].length - table[1]!.length - 1;
    for (const match of table[1]!.matchAll(text)) {
      const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec((match[1] ?? match[2])!.trim()) ?? [];
      // The interpreter is no rock.
      if (name === '' || name === 'lua') continue;
      const version = /^==?\s*(\d[\w.-]*)$/.exec(rest)?.[1] ?? '';
      const requirement = version === '' && rest !== '' ? { requirement: rest } : {};
      const purl = { type: 'luarocks', ...namespaced(name), version };
      const entry = { ecosystem: 'luarocks', name, version, ...requirement, purl, line: lineAt(start + match.index) };
      out.addDependency(project, out.addComponent(entry), scope);
    }
  }
}

async function readLock(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const source = withoutComments(await manifestText(file.bytes));
  const table = tableOf('dependencies').exec(source);
  if (!table) return out.addLoss(1, 'The file has no table "dependencies"');
  const lineAt = lineCounter(source);
  const start = table.index + table[0].length - table[1]!.length - 1;
  for (const match of table[1]!.matchAll(pinned)) {
    const name = (match[1] ?? match[2] ?? match[5])!;
    const version = (match[3] ?? match[4] ?? match[6] ?? match[7])!;
    if (name === 'lua') continue;
    const purl = { type: 'luarocks', ...namespaced(name), version };
    out.addComponent({ ecosystem: 'luarocks', name, version, purl, line: lineAt(start + match.index) });
  }
}

/** "user/rock" */
function namespaced(name: string): { namespace?: string; name: string } {
  const [first, second] = name.split('/', 2);
  return second ? { namespace: first!, name: second } : { name };
}
