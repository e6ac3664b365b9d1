import { maxGaps, type GapReason, type OutsideGap, type SourceGap } from './gap.js';
import { manifestKinds } from '../manifests/index.js';
import type { KnownManifest } from '../manifests/known-manifests.js';
import { manifestLimits } from '../manifests/limits.js';
import type { UnreadInstallation } from './unread-installations.js';

type FileKind = Pick<KnownManifest, 'id' | 'ecosystem'>;

type SaidReason = Exclude<GapReason, 'unreadable' | 'limit' | 'not_supported' | 'computed' | 'not_fetched'>;

const messages: Readonly<Record<SaidReason, string>> = {
  too_large: `It is larger than the limit of ${manifestLimits.maxBytes} bytes`,
  lfs_pointer:
    'It is a pointer of Git LFS: its content is not in the repository, and the project does not fetch it (fetch_lfs)',
  submodule: 'It is another repository, which the project does not fetch (fetch_submodules)',
  not_merged: 'It is an SBOM, and the project does not merge those of its source (merge_sboms)',
  link: 'It is a symbolic link, which is not followed',
  not_unpacked: 'The archive was not unpacked',
};

/** What was seen in a source and not read: one gap of a path. */
export class GapList {
  private readonly gaps = new Map<string, SourceGap>();
  private unlisted = 0;

  /** @param notFetched why it was not, by path */
  constructor(private readonly notFetched: ReadonlyMap<string, string> = new Map()) {}

  add(path: string, { id, ecosystem }: FileKind, reason: SaidReason): void {
    const failure = reason === 'lfs_pointer' || reason === 'submodule' ? this.notFetched.get(path) : undefined;
    if (failure === undefined) this.push({ path, kind: id, ecosystem, reason, message: messages[reason] });
    else this.push({ path, kind: id, ecosystem, reason: 'not_fetched', message: failure.slice(0, 1_000) });
  }

  addUnsupported(path: string, { id, ecosystem, isProgram, coveredBy }: KnownManifest): void {
    const unread = isProgram
      ? 'It is a program, which is not run: what it names is known to its build only'
      : 'No reader reads files of this kind';
    const read = manifestKinds.find((kind) => kind.id === coveredBy?.[0])?.files[0];
    const remedy = read ? `Commit what says it in a form that is read, such as ${read}, or import` : 'Import';
    const message = `${unread}. ${remedy} an SBOM of the build`;
    this.push({ path, kind: id, ecosystem, reason: 'not_supported', message });
  }

  addInstallation(path: string, { id, name }: UnreadInstallation): void {
    const message = `No reader reads what ${name} has installed here: import an SBOM that names these packages`;
    this.push({ path, kind: id, ecosystem: 'generic', reason: 'not_supported', message });
  }

  /** @param count of the dependencies that the program computes; its literals were read */
  addComputed(path: string, { id, ecosystem }: FileKind, count: number): void {
    const message = `It is a program that computes ${count === 1 ? 'a dependency' : `${count} dependencies`}, known to its build only`; // prettier-ignore
    this.push({ path, kind: id, ecosystem, reason: 'computed', message });
  }

  addOutside(gap: OutsideGap): void {
    this.push({ ...gap, path: '' });
  }

  addUnreadable(path: string, { id, ecosystem }: FileKind, failure: string): void {
    this.push({ path, kind: id, ecosystem, reason: 'unreadable', message: failure.slice(0, 1_000) });
  }

  /** In order of their paths; the last one counts those that are not listed. */
  finish(): SourceGap[] {
    const listed = [...this.gaps.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    if (this.unlisted === 0) return listed;
    const message = `${this.unlisted} more files were seen and not read`;
    const outside = this.gaps.get('');
    const rest: SourceGap = { path: '', kind: '', ecosystem: '', reason: 'limit', message };
    return [...listed.filter((gap) => gap !== outside), outside ? joined(outside, rest) : rest];
  }

  private push(gap: SourceGap): void {
    const existing = this.gaps.get(gap.path);
    const one = existing ? joined(existing, gap) : gap;
    // Messages are cut, and quote names that are: jsonb refuses half a character.
    const message = one.message.slice(0, 1_000).toWellFormed();
    if (!existing && this.gaps.size >= maxGaps) {
      this.unlisted += 1;
      if (!this.evictsFor(gap)) return;
    }
    this.gaps.set(gap.path, { ...one, message });
  }

  /** A file of a kind that is read may have named components before, which stay while it is listed as unread. */
  private evictsFor({ reason }: SourceGap): boolean {
    if (!mayHoldComponents.has(reason)) return false;
    for (const [path, other] of this.gaps)
      if (path !== '' && !mayHoldComponents.has(other.reason)) return this.gaps.delete(path);
    return false;
  }
}

const mayHoldComponents: ReadonlySet<GapReason> = new Set(['unreadable', 'too_large', 'lfs_pointer', 'not_fetched', 'submodule', 'link']); // prettier-ignore

/** What a program computes is the least: what else is wrong with its file may hide more. */
function joined(first: SourceGap, second: SourceGap): SourceGap {
  const [main, other] = first.reason === 'computed' ? [second, first] : [first, second];
  return { ...main, message: `${main.message}. ${other.message}` };
}

const pointerStart = Buffer.from('version https://git-lfs.github.com/spec/v1\n');

/** Pointers are shorter than 1024 bytes (git-lfs, docs/spec.md). */
export const isLfsPointer = (bytes: Uint8Array): boolean =>
  bytes.length < 1024 && pointerStart.equals(bytes.subarray(0, pointerStart.length));
