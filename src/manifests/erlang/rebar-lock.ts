import { FormatError } from '../../formats/format.js';
import type { ContentsBuilder } from '../contents-builder.js';
import type { ManifestFile, ManifestKind } from '../manifest-kind.js';
import { baseName, folderOf } from '../paths.js';
import { lineCounter, manifestText } from '../reading/text-file.js';

/** rebar.lock of Erlang (rebar3.org, "Lock Files"): packages of hex.pm and commits, each with its level. */
export const rebarLock: ManifestKind = {
  id: 'rebar-lock',
  ecosystem: 'hex',
  nature: 'locked',
  files: ['rebar.lock'],
  matches: (path) => baseName(path) === 'rebar.lock',
  read,
};

const entry =
  /\{<<"([^"\\\n]{1,200})">>,\s{0,80}\{(?:pkg,\s{0,80}<<"([^"\\\n]{1,200})">>,\s{0,80}<<"([^"\\\n]{1,200})">>[^{}\n]{0,300}|(git|hg)(?:_subdir)?,\s{0,80}"([^"\\\n]{1,1000})",\s{0,80}\{ref,\s{0,80}"([^"\\\n]{1,200})"\}(?:,\s{0,80}"[^"\\\n]{1,500}")?)\},\s{0,80}(\d{1,4})\}/g;
const outerHash = /\{<<"([^"\\\n]{1,200})">>,\s{0,80}<<"([0-9A-Fa-f]{64})">>\}/g;

/** Erlang terms as rebar3 writes them; level 0 is what the project asks for. There are no edges. */
async function read(file: ManifestFile, out: ContentsBuilder): Promise<void> {
  const text = await manifestText(file.bytes);
  if (!/^\s{0,1000}(?:\{"\d|\[)/.test(text))
    throw new FormatError('invalid', 'This is no rebar.lock: it is no list of Erlang');
  const outer = text.slice(Math.max(0, text.indexOf('{pkg_hash_ext')));
  const hashes = new Map([...outer.matchAll(outerHash)].map((match) => [match[1]!, match[2]!.toLowerCase()]));
  const lineAt = lineCounter(text);
  const project = out.addProject(folderOf(file.path));
  let count = 0;
  for (const match of text.matchAll(entry)) {
    const [, key = '', name, version = '', scheme, address = '', commit = '', level] = match;
    const line = lineAt(match.index);
    const hash = hashes.get(key);
    const vcs = `${scheme}+${address}@${commit}`;
    const ref =
      name === undefined
        ? out.addComponent({
            ecosystem: 'hex',
            name: key,
            line,
            purl: { type: 'hex', name: key, qualifiers: { vcs_url: vcs } },
            references: [{ type: 'vcs', url: vcs }],
          })
        : out.addComponent({
            ecosystem: 'hex',
            name,
            version,
            line,
            purl: { type: 'hex', name, version },
            hashes:
              hash === undefined || !text.includes('{pkg_hash_ext') ? [] : [{ algorithm: 'SHA-256', value: hash }],
            ...(level === '0' ? {} : { relation: 'transitive' as const }),
          });
    if (level === '0') out.addDependency(project, ref);
    count += 1;
  }
  const packages = text.split('{pkg_hash', 1)[0]!.split('{<<"').length - 1;
  if (packages > count) out.addWarning(1, `${packages - count} entries of the file are of a kind that is not read`);
}
