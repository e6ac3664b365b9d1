import type { ByteSource } from '../../formats/format.js';
import { FormatError } from '../../formats/format.js';
import { ContentsBuilder } from '../contents-builder.js';
import { depsJson } from '../dotnet/assets.js';
import type { ManifestContents } from '../manifest.js';
import { noTree, type ManifestKind } from '../manifest-kind.js';
import { addCrates, auditableCrates } from './cargo-auditable.js';
import { bundledDeps } from './dotnet-bundle.js';
import { addGoModules, goBuildInfo } from './go-build-info.js';
import { isMachO } from './mach-o.js';
import { sectionsOf } from './sections.js';

/** Programs are known by their first bytes, not by their paths, so this is no kind of the list. */
export const executable: Pick<ManifestKind, 'id' | 'ecosystem' | 'nature'> = {
  id: 'executable',
  ecosystem: 'generic',
  nature: 'locked',
};

/** ELF, DOS and PE, or Mach-O. */
export const isExecutable = (head: Uint8Array): boolean =>
  (head[0] === 0x7f && head[1] === 0x45 && head[2] === 0x4c && head[3] === 0x46) ||
  (head[0] === 0x4d && head[1] === 0x5a) ||
  isMachO(head);

/** What a program says that it was built of; null where it says nothing. */
export async function readExecutable(path: string, source: ByteSource): Promise<ManifestContents | null> {
  const out = new ContentsBuilder(path);
  try {
    const sections = await sectionsOf(source);
    if (!sections) return null;
    const go = await goBuildInfo(source, sections);
    const crates = await auditableCrates(source, sections);
    const deps = await bundledDeps(source, sections);
    if (go === null && crates === null && deps === null) return null;
    if (go === 'old') throw new FormatError('unsupported_version', 'It was built by a Go before 1.18, whose list of modules is not read; build it with a later one'); // prettier-ignore
    const unsaid = go === null ? null : addGoModules(go, out);
    if (crates !== null) await addCrates(crates, out);
    if (deps !== null) await depsJson.read({ path, bytes: deps, tree: noTree }, out);
    if (unsaid !== null) throw new FormatError('unsupported_version', unsaid);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    out.addWarning(1, error.message);
    return out.finish(error.message);
  }
  return out.finish();
}
