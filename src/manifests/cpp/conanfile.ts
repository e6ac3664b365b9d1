import type { ContentsBuilder } from '../contents-builder.js';
import type { DependencyScope } from '../manifest.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { manifestText } from '../reading/text-file.js';

/** conanfile.txt where no conan.lock is (docs.conan.io, "conanfile.txt"). */
export const conanfile: ManifestKind = {
  id: 'conanfile',
  ecosystem: 'conan',
  nature: 'declared',
  files: ['conanfile.txt'],
  coveredBy: ['conan-lock'],
  matches: (path) => baseName(path) === 'conanfile.txt',
  read,
};

const sections = new Map<string, DependencyScope>([
  ['requires', 'runtime'],
  ['build_requires', 'build'],
  ['tool_requires', 'build'],
  ['test_requires', 'test'],
]);

const maxLineLength = 4_096;

async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const project = out.addProject(folderOf(file.path));
  let scope: DependencyScope | undefined;
  for (const [index, raw] of (await manifestText(file.bytes)).split('\n').entries()) {
    const line = raw
      .slice(0, maxLineLength)
      .replace(/(?:^|\s)#.*$/, '')
      .trim();
    const [, section] = /^\[(\w{1,100})\]$/.exec(line) ?? [];
    if (section !== undefined) scope = sections.get(section);
    if (section !== undefined || scope === undefined || line === '') continue;
    const [, name = '', requested = '', user = '', channel = ''] = /^([\w.+-]{1,200})\/(\[[^\]]{1,200}\]|[\w.+-]{1,200})(?:@([\w.+-]*)(?:\/([\w.+-]*))?)?/.exec(line) ?? []; // prettier-ignore
    if (name === '') {
      out.addWarning(index + 1, `This is no reference of Conan: ${line.slice(0, 80)}`);
      continue;
    }
    const isRange = requested.startsWith('[');
    const version = isRange ? '' : requested;
    const requirement = isRange ? { requirement: requested.slice(1, -1) } : {};
    const purl = { type: 'conan', name, version, qualifiers: { user, channel } };
    out.addDependency(project, out.addComponent({ ecosystem: 'conan', name, version, ...requirement, purl, line: index + 1 }), scope); // prettier-ignore
  }
}
