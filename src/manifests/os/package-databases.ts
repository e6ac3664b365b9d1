import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { readHeaders } from '../archives/header-lines.js';
import { manifestText } from '../reading/text-file.js';
import { distributionOf, unknownDistribution } from './distribution.js';

/** The status database of dpkg (dpkg(1)), and its parts in images without a package manager. */
export const dpkgStatus: ManifestKind = {
  id: 'dpkg-status',
  ecosystem: 'deb',
  nature: 'locked',
  files: ['var/lib/dpkg/status', 'var/lib/dpkg/status.d/*'],
  matches: (path) => /(?:^|\/)var\/lib\/dpkg\/(?:status|status\.d\/[^/.]+)$/.test(path),
  read: readDpkg,
};

/** The database of installed packages of apk (wiki.alpinelinux.org, "Apk spec"). */
export const apkInstalled: ManifestKind = {
  id: 'apk-installed',
  ecosystem: 'apk',
  nature: 'locked',
  files: ['lib/apk/db/installed'],
  matches: (path) => /(?:^|\/)lib\/apk\/db\/installed$/.test(path),
  read: readApk,
};

/** Paragraphs with their lines. */
function* paragraphs(text: string): Iterable<{ text: string; line: number }> {
  let start = 0;
  let open: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() !== '') {
      if (open.length === 0) start = index + 1;
      open.push(line);
    } else if (open.length > 0) {
      yield { text: open.join('\n'), line: start };
      open = [];
    }
  }
  if (open.length > 0) yield { text: open.join('\n'), line: start };
}

async function readDpkg(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const distribution = await distributionOf(file, /var\/lib\/dpkg\/.*$/);
  if (distribution === null) out.addWarning(1, unknownDistribution);
  const byName = new Map<string, string | null>();
  const needs: [from: string | null, text: string][] = [];
  for (const { text, line } of paragraphs(await manifestText(file.bytes))) {
    const headers = readHeaders(text);
    const field = (name: string): string => headers.get(name) ?? '';
    // A removed package leaves its settings: "deinstall ok config-files".
    if (field('package') === '' || !/^(?:$|\S+ \S+ (?:installed|half-|triggers-|unpacked))/.test(field('status')))
      continue;
    const [name, version] = [field('package'), field('version')];
    // Scanners write this qualifier and vulnerability matching reads it: advisories name the source package.
    const [, upstream = '', , other] = /^([^\s()]+)(\s*\(([^()\s]+)\))?/.exec(field('source')) ?? [];
    const qualifiers = { arch: field('architecture'), upstream: other ? `${upstream}@${other}` : upstream, distro: distribution?.name ?? '' }; // prettier-ignore
    const purl = distribution && { purl: { type: 'deb', namespace: distribution.id, name, version, qualifiers } };
    const ref = out.addComponent({ ecosystem: 'deb', name, version, line, scope: 'runtime', ...purl });
    byName.set(name, ref);
    for (const provided of field('provides').split(',', 200)) {
      const virtual = /^\s*([^\s()]+)/.exec(provided)?.[1];
      if (virtual !== undefined && !byName.has(virtual)) byName.set(virtual, ref);
    }
    needs.push([ref, `${field('pre-depends')},${field('depends')}`]);
  }
  for (const [from, text] of needs)
    for (const need of text.split(',', 1_000)) {
      const names = need.split('|', 20).map((one) => /^\s*([^\s(:]+)/.exec(one)?.[1] ?? '');
      out.addDependency(from, byName.get(names.find((name) => byName.has(name)) ?? '') ?? null);
    }
}

async function readApk(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const distribution = await distributionOf(file, /(?:(?:^|(?<=\/))usr\/)?lib\/apk\/db\/installed$/);
  if (distribution === null) out.addWarning(1, unknownDistribution);
  const byName = new Map<string, string | null>();
  const needs: [from: string | null, names: string[]][] = [];
  for (const { text, line } of paragraphs(await manifestText(file.bytes))) {
    const fields = new Map<string, string>();
    for (const one of text.split('\n'))
      if (one[1] === ':' && !fields.has(one[0]!)) fields.set(one[0]!, one.slice(2).trim());
    const field = (name: string): string => fields.get(name) ?? '';
    const [name, version] = [field('P'), field('V')];
    // ".build-deps" is a name for what was asked for, and no package.
    if (name === '' || name.startsWith('.')) continue;
    const origin = field('o') === name ? '' : field('o');
    const qualifiers = { arch: field('A'), upstream: origin, distro: distribution?.name ?? '' };
    const purl = distribution && { purl: { type: 'apk', namespace: distribution.id, name, version, qualifiers } };
    const about = { license: field('L'), integrity: field('C'), scope: 'runtime' as const };
    const ref = out.addComponent({ ecosystem: 'apk', name, version, line, ...about, ...purl });
    byName.set(name, ref);
    for (const provided of field('p').split(' ', 2_000)) {
      const key = provided.split('=', 1)[0]!;
      if (key !== '' && !byName.has(key)) byName.set(key, ref);
    }
    needs.push([ref, field('D').split(' ', 2_000).map((need) => need.split(/[<>=~]/, 1)[0]!)]); // prettier-ignore
  }
  for (const [from, names] of needs) for (const name of names) out.addDependency(from, byName.get(name) ?? null);
}
