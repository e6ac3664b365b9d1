import { inflateSync } from 'node:zlib';
import type { ByteSource } from '../../formats/format.js';
import { FormatError } from '../../formats/format.js';
import { listOf, objectOf, objectsOf, ownMember, textOf } from '../../model/json.js';
import type { ContentsBuilder } from '../contents-builder.js';
import { readJsonFile } from '../reading/json-file.js';
import type { Section } from './section.js';

const maxPacked = 8 * 1024 * 1024;
const maxUnpacked = 16 * 1024 * 1024;

/** What cargo-auditable leaves in a program (github.com/rust-secure-code/cargo-auditable, PARSING.md); null for none. */
export async function auditableCrates(source: ByteSource, sections: readonly Section[]): Promise<Uint8Array | null> {
  const section = sections.find(({ name }) => name === '.dep-v0');
  if (!section || section.size > maxPacked) return null;
  try {
    return inflateSync(await source.read(section.offset, section.size), { maxOutputLength: maxUnpacked });
  } catch {
    throw new FormatError(
      'malformed',
      `The list of crates in the program is damaged, or larger than ${maxUnpacked} bytes`,
    );
  }
}

/** Crates of the build script are in no program. */
export async function addCrates(bytes: Uint8Array, out: ContentsBuilder): Promise<void> {
  const { root } = await readJsonFile(bytes);
  const entries = objectsOf(ownMember(root, 'packages')).map((crate) => {
    const text = (name: string): string => textOf(ownMember(crate, name));
    const [name, version, source] = [text('name'), text('version'), text('source')];
    const scope = text('kind') === 'build' ? ('build' as const) : ('runtime' as const);
    const ref = out.addComponent({
      ecosystem: 'cargo',
      name,
      version,
      scope,
      line: 1,
      ...(source === 'crates.io' ? { purl: { type: 'cargo', name, version } } : { source }),
      ...(ownMember(crate, 'root') === true && { relation: 'direct' as const }),
    });
    return { crate, ref };
  });
  for (const { crate, ref } of entries)
    for (const index of listOf(ownMember(objectOf(crate), 'dependencies')))
      out.addDependency(ref, typeof index === 'number' ? (entries[index]?.ref ?? null) : null);
}
