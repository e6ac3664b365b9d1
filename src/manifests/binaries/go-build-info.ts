import type { ByteSource } from '../../formats/format.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { goComponent } from '../go/go-package.js';
import type { Section } from './section.js';

const magic = Buffer.from('\xff Go buildinf:', 'latin1');
const headerSize = 32;
/** Flag of the header: the texts follow it (Go 1.18 and later). */
const isInline = 2;
const maxSize = 16 * 1024 * 1024;
/** Around the modules of the main package (runtime/debug, modinfo.go). */
const sentinelSize = 16;
/** Of a PE file, in whose data the header has a place of its own. */
const searchedSize = 1024 * 1024;

export interface GoBuildInfo {
  /** "go1.22.1" */
  readonly goVersion: string;
  /** Lines of `go version -m`; empty where it was built without modules. */
  readonly modules: string;
}

/** What the linker of Go leaves in a program (debug/buildinfo); null where there is none. */
export async function goBuildInfo(
  source: ByteSource,
  sections: readonly Section[],
): Promise<GoBuildInfo | null | 'old'> {
  const own = sections.find(({ name }) => name === '.go.buildinfo');
  const section = own ?? sections.find(({ name }) => name === '.data');
  if (!section) return null;
  const start = own ? own.offset : await find(source, section);
  const head = Buffer.from(await source.read(start, headerSize));
  if (head.length < headerSize || !head.subarray(0, magic.length).equals(magic)) return null;
  if ((head[15]! & isInline) === 0) return 'old';
  const bytes = Buffer.from(await source.read(start + headerSize, Math.min(maxSize, source.size)));
  const [goVersion, next] = textAt(bytes, 0);
  const [modules] = textAt(bytes, next);
  return { goVersion, modules: modules.length > 2 * sentinelSize ? modules.slice(sentinelSize, -sentinelSize) : '' };
}

async function find(source: ByteSource, { offset, size }: Section): Promise<number> {
  const bytes = Buffer.from(await source.read(offset, Math.min(size, searchedSize)));
  let at = bytes.indexOf(magic);
  while (at > 0 && at % 16 !== 0) at = bytes.indexOf(magic, at + 1);
  return at < 0 ? source.size : offset + at;
}

/** A length as a varint, and as many bytes; each byte is one character, so that lengths stay. */
function textAt(bytes: Buffer, start: number): [text: string, end: number] {
  let length = 0;
  let at = start;
  for (let shift = 0; at < bytes.length && shift < 28; shift += 7) {
    const byte = bytes[at]!;
    at += 1;
    length += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [bytes.toString('latin1', at, Math.min(at + length, bytes.length)), at + length];
  }
  return ['', bytes.length];
}

/**
 * The module itself, those that it was built of, and the standard library, which has vulnerabilities too.
 *
 * @returns why it does not say what else it was built of, where that is so
 */
export function addGoModules({ goVersion, modules }: GoBuildInfo, out: ContentsBuilder): string | null {
  const lines = modules.split('\n').map((line) => line.split('\t'));
  const [, path = '', version = ''] = lines.find(([kind]) => kind === 'mod') ?? [];
  const own = path === '' ? null : out.addComponent({ ...goComponent(path, released(version), 1), relation: 'direct' });
  const standard = /^go(\d+\.\d+(?:\.\d+|rc\d+|beta\d+)?)/.exec(goVersion)?.[1];
  const needed = standard === undefined ? [] : [out.addComponent(goComponent('stdlib', standard, 1))];
  for (const [index, [kind, name = '', needs = '', sum]] of lines.entries()) {
    if (kind !== 'dep') continue;
    const [replaces, by = '', replacement = '', replacedSum] = lines[index + 1] ?? [];
    // A replacement by a folder has no version: what was built is unknown but for its name.
    const isReplaced = replaces === '=>';
    const entry = isReplaced && replacement !== '' ? goComponent(by, replacement, 1, replacedSum) : goComponent(name, isReplaced ? '' : needs, 1, sum); // prettier-ignore
    needed.push(out.addComponent(entry));
  }
  for (const ref of needed) out.addDependency(own, ref);
  const isOfGo = lines.some(([kind, name = '']) => kind === 'path' && name.startsWith('cmd/'));
  return lines.some(([kind]) => kind === 'mod' || kind === 'dep') || isOfGo ? null : withoutModules;
}

/** As Debian builds: in GOPATH, where packages have no versions. The tools of Go themselves are of its library. */
const withoutModules =
  'It was built without modules, so it does not say of which packages; build it with modules (GO111MODULE=on), or add an SBOM of it';

const released = (version: string): string => (version === '(devel)' ? '' : version);
