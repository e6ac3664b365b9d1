import type { BomEvent } from '../model/document.js';
import { FormatError, type Format } from '../formats/format.js';
import { archiveSeparator } from '../manifests/archives/archive-paths.js';
import { executable, readExecutable } from '../manifests/binaries/executable.js';
import { knownManifestFor } from '../manifests/known-manifests.js';
import { detectableKindFor, manifestFor, readManifest } from '../manifests/index.js';
import type { ManifestKind, OutsidePoms, SourceTree } from '../manifests/manifest-kind.js';
import type { ManifestProject } from '../manifests/manifest.js';
import { npmInstalled } from '../manifests/npm/installed-package.js';
import { manifestLimits } from '../manifests/limits.js';
import { asciiText } from '../manifests/reading/text-file.js';
import { ProjectSbomBuilder } from '../manifests/project-sbom-builder.js';
import { isWrapperOf, sourceTree, type SkippedFile, type SourceFiles } from './source-files.js';
import { hasArchiveName, hasBomName, isPackageArchive } from './relevant-paths.js';
import { projectComponent } from './subject.js';
import { bomHeaderEvent, incomplete, warningEvent, type TreeSubject } from './tree-events.js';
import { maxListed, type TreeReport } from './tree-report.js';
import { PathSelection, type PathGlobs } from './path-selection.js';
import { bomFormat, bomKind } from './bom-files.js';
import { BomMerge } from './bom-merge.js';
import type { OutsideGap } from './gap.js';
import { GapList, isLfsPointer } from './gap-list.js';
import { leftByLocks, LockCoverage, type Lock, type ManifestAt } from './lock-coverage.js';
import { ReadFolders } from './read-folders.js';
import { absentSubmodules } from './submodules.js';
import { unreadArchives } from './unread-archives.js';
import { unreadInstallations } from './unread-installations.js';
import { isInGem, isVendored, VendoredPackages } from './vendored-packages.js';

/** The pom inside a jar, or beside it in a local repository, names the dependencies of its build, not what is shipped. */
const bundledPom =
  /!\/META-INF\/maven\/[^/]+\/[^/]+\/pom\.xml$|(?:^|\/)(?:\.m2\/repository|usr\/share\/maven-repo|modules-\d+\/files-[\d.]+)\/.*\.pom$/;

export interface TreeOptions {
  readonly subject: TreeSubject;
  /** The whole source is a package: its build files do not describe what it ships. */
  readonly isPackage?: boolean;
  /** It is an image or an artifact: what is installed in it is shipped. */
  readonly isArtifact?: boolean;
  readonly paths?: PathGlobs;
  /** Takes over the components of SBOM files in the source. */
  readonly mergeSboms?: boolean;
  readonly poms?: OutsidePoms;
  /** Those of them that were wanted and not got. */
  readonly pomGap?: OutsideGap;
}

/** The content of all manifests of a source as events of one document. */
export async function* readTree(
  files: SourceFiles,
  options: TreeOptions,
  report: (result: TreeReport) => void,
): AsyncIterable<readonly BomEvent[]> {
  const { subject } = options;
  const reading = new TreeReading(files, options);
  yield [bomHeaderEvent(subject), { type: 'subject', component: projectComponent(subject) }];
  yield* reading.read();
  let dependencies = 0;
  for (const events of reading.events()) {
    for (const event of events) if (event.type === 'dependency') dependencies += event.dependency.to.length;
    yield events;
  }
  const { manifests, boms } = reading;
  const gaps = reading.gaps.finish();
  if (gaps.length > 0) yield [incomplete(subject.ref)];
  report({ files: files.sizes.size, manifests, boms, dependencies, gaps });
}

/** Reads the poms only, so that `poms` knows which others they refer to. */
export async function askForPoms(files: SourceFiles, paths: PathGlobs, poms: OutsidePoms): Promise<void> {
  const selection = new PathSelection(paths);
  const tree = sourceTree(files, { poms });
  for (const path of tree.named('pom.xml')) {
    const kind = manifestFor(path);
    if (kind === null || isVendored(path) || !selection.takes(path, kind)) continue;
    const bytes = await tree.read(path);
    if (bytes !== null) await readManifest(kind, { path, bytes, tree });
  }
}

/** One pass over the files of a source. */
class TreeReading {
  readonly builder: ProjectSbomBuilder;
  readonly manifests: TreeReport['manifests'][number][] = [];
  readonly boms: TreeReport['boms'][number][] = [];
  readonly gaps: GapList;
  private readonly tree: SourceTree;
  private readonly isPackage: boolean;
  private readonly isArtifact: boolean;
  private readonly mergedBoms: BomMerge | null;
  /** Names of the projects in the source, in lower case. */
  private readonly projectNames: Set<string>;
  private readonly bomFiles: { path: string; format: Format }[] = [];
  private readonly selection: PathSelection;
  /** The same is a warning once, with its first place. */
  private readonly warnings = new Map<string, { readonly place: string; readonly isLoss?: true; more: number }>();
  private readonly coverage = new LockCoverage();
  private readonly readFolders = new ReadFolders();
  private readonly vendored = new VendoredPackages();

  constructor(
    private readonly files: SourceFiles,
    { subject, isPackage = false, isArtifact = false, paths, mergeSboms = false, poms, pomGap }: TreeOptions,
  ) {
    this.gaps = new GapList(files.notFetched);
    if (pomGap) this.gaps.addOutside(pomGap);
    this.builder = new ProjectSbomBuilder(subject.ref);
    this.isPackage = isPackage;
    this.mergedBoms = mergeSboms ? new BomMerge(subject.ref) : null;
    this.projectNames = new Set([subject.name.toLowerCase()]);
    this.isArtifact = isArtifact;
    this.selection = new PathSelection(paths ?? { include: [], exclude: [] });
    this.tree = sourceTree(files, { ...(poms && { poms }), isArtifact });
  }

  /** Manifests that a lock file may cover come after all others. */
  async *read(): AsyncIterable<readonly BomEvent[]> {
    const later: ManifestAt[] = [];
    for (const path of [...this.files.sizes.keys()].sort()) {
      const kind = manifestFor(path);
      if (kind?.isInstalled && this.selection.takes(path, kind, this.isArtifact)) this.vendored.paths.push(path);
      if (this.isCopied(path, kind === null && hasArchiveName(path)) || bundledPom.test(path)) continue;
      const isContent = kind === null && (hasArchiveName(path) || hasBomName(path));
      if (!this.selection.takes(path, isContent ? 'content' : kind)) continue;
      if (kind === null) await this.unnamed(path);
      else if (kind.nature === 'declared' && kind.coveredBy !== undefined && this.isShipped(path)) continue;
      else if (kind.coveredBy === undefined) await this.manifest(kind, path);
      else later.push({ kind, path });
    }
    for (const one of later)
      if (one.kind.nature === 'locked')
        await this.manifest(one.kind, one.path, this.coverage.of(one).filter(({ hasEntries }) => hasEntries)); // prettier-ignore
    const declared = later.filter(({ kind }) => kind.nature === 'declared');
    await this.coverage.readAll(declared, ({ kind, path }, locks) => this.manifest(kind, path, locks));
    yield* this.programs();
    if (this.isArtifact) yield unreadArchives(this.files.sizes.keys(), (path) => this.selection.takes(path, 'content', false)); // prettier-ignore
    // The last, for they may be many more than the manifests that are listed.
    if (this.isArtifact) for (const path of this.vendored.paths) await this.manifest(npmInstalled, path);
    else for (const one of this.vendored.warnings(this.readFolders)) yield [warningEvent(one.place, one.message)];
    await this.noticeUnread();
    for (const file of this.bomFiles) await this.mergeBom(file);
    for (const skipped of this.files.skipped ?? []) this.noticeSkipped(skipped);
    for (const path of await absentSubmodules(this.files)) this.noticeSkipped({ path, reason: 'submodule' });
    for (const { place, message } of this.selection.warnings()) yield [warningEvent(place, message)];
    for (const [message, { place, more, ...kind }] of this.warnings) {
      const places = more === 0 ? '' : ` (and at ${more} more ${more === 1 ? 'place' : 'places'})`;
      yield [{ type: 'warning', warning: { place, message: `${message}${places}`, ...kind } }];
    }
  }

  /** The components and dependencies of the whole source. */
  events(): Iterable<readonly BomEvent[]> {
    return this.mergedBoms ? this.mergedBoms.events(this.builder.events()) : this.builder.events();
  }

  /** @returns the projects that it names */
  private async manifest(
    kind: ManifestKind,
    path: string,
    locks: readonly Lock[] = [],
  ): Promise<readonly ManifestProject[]> {
    const bytes = await this.tree.read(path);
    if (bytes === null || isLfsPointer(bytes)) {
      this.gaps.add(path, kind, bytes === null ? 'too_large' : 'lfs_pointer');
      return [];
    }
    const read = await readManifest(kind, { path, bytes, tree: this.tree });
    const { contents, message } = leftByLocks(kind, read, locks);
    this.builder.add(kind, contents);
    if (message !== null) this.warn(path, message);
    for (const { name } of contents.projects) if (name !== '') this.projectNames.add(name.toLowerCase());
    const { components, warnings, computed, failure } = contents;
    const isListed = locks.length === 0 || components.length > 0;
    if (isListed && this.manifests.length < maxListed) this.manifests.push({ path, kind: kind.id, components: components.length }); // prettier-ignore
    if (computed > 0) this.gaps.addComputed(path, kind, computed);
    if (failure !== null) this.gaps.addUnreadable(path, kind, failure);
    else {
      this.coverage.add({ kind, path }, contents);
      this.readFolders.add({ kind, path }, contents);
    }
    for (const { place, message, isLoss } of warnings) this.warn(`${place.file}, line ${place.line}`, message, isLoss);
    return contents.projects;
  }

  private warn(place: string, message: string, isLoss?: true): void {
    const existing = this.warnings.get(message);
    if (existing) existing.more += 1;
    else this.warnings.set(message, { place, more: 0, ...(isLoss && { isLoss }) });
  }

  /** A file whose name says nothing, or that it is an SBOM or an archive. */
  private async unnamed(path: string): Promise<void> {
    const kind = detectableKindFor(path);
    if (kind === null || knownManifestFor(path) !== null || this.isShipped(path)) return this.notice(path);
    const bytes = await this.tree.read(path);
    if (bytes === null || !kind.recognizes!(bytes)) return this.notice(path);
    await this.manifest(kind, path);
  }

  /** What programs say that they were built of. Most say nothing: one warning counts them. */
  private async *programs(): AsyncIterable<readonly BomEvent[]> {
    let silent = 0;
    let first = '';
    for (const path of this.files.executables ?? []) {
      if (this.isCopied(path, true) || !this.selection.takes(path, 'content', false)) continue;
      const contents = await readExecutable(path, this.files.sourceOf!(path));
      if (contents === null) {
        silent += 1;
        first ||= path;
        continue;
      }
      this.builder.add(executable, contents);
      const { components, failure } = contents;
      if (this.manifests.length < maxListed) this.manifests.push({ path, kind: executable.id, components: components.length }); // prettier-ignore
      if (failure !== null) this.gaps.addUnreadable(path, executable, failure);
    }
    const programs = silent === 1 ? 'A program does' : `${silent} programs do`;
    if (silent > 0) yield [warningEvent(first, `${programs} not say what ${silent === 1 ? 'it was' : 'they were'} built of`)]; // prettier-ignore
  }

  /** An SBOM, or a package archive that nobody unpacked. */
  private async notice(path: string): Promise<void> {
    if (hasArchiveName(path)) {
      if (isWrapperOf(this.files, path) || this.files.unpacked?.has(path)) return;
      const isPointer = (await this.isPointer(path)) === true;
      this.gaps.add(path, { id: 'archive', ecosystem: '' }, isPointer ? 'lfs_pointer' : 'not_unpacked');
    } else if (hasBomName(path)) {
      if (await this.isPointer(path)) return this.gaps.add(path, bomKind, 'lfs_pointer');
      if ((this.files.sizes.get(path) ?? 0) > manifestLimits.maxBytes) return this.gaps.add(path, bomKind, 'too_large');
      const format = await bomFormat(this.files, path);
      if (format === null) return;
      if (this.boms.length < maxListed) this.boms.push({ path, format: format.id });
      if (this.mergedBoms) this.bomFiles.push({ path, format });
      else this.gaps.add(path, bomKind, 'not_merged');
    }
  }

  private async mergeBom({ path, format }: { path: string; format: Format }): Promise<void> {
    try {
      await this.mergedBoms!.add(path, (await this.files.read(path))!, format, this.projectNames);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.gaps.addUnreadable(path, bomKind, `${error.message}${error.place === '' ? '' : ` (at ${error.place.slice(0, 200)})`}`); // prettier-ignore
    }
  }

  /** Whether the file names dependencies at all, where its content can say so. */
  private async isMentioned(path: string, pattern: RegExp | undefined): Promise<boolean> {
    if (pattern === undefined || (await this.isPointer(path))) return true;
    const bytes = await this.tree.read(path);
    return bytes === null || pattern.test(asciiText(bytes));
  }

  private async isPointer(path: string): Promise<boolean> {
    if ((this.files.sizes.get(path) ?? Infinity) >= 1024) return false;
    const bytes = await this.files.read(path);
    return bytes !== null && isLfsPointer(bytes);
  }

  /** Kinds that no reader reads, unless a lock file says what they name. */
  private async noticeUnread(): Promise<void> {
    for (const [path, installation] of unreadInstallations(this.files.sizes.keys()))
      if (this.selection.takes(path, 'content')) this.gaps.addInstallation(path, installation);
    for (const path of this.files.sizes.keys()) {
      if (isVendored(path) || this.isShipped(path) || manifestFor(path) !== null || isInGem(path, this.files.sizes)) continue; // prettier-ignore
      const known = knownManifestFor(path);
      if (
        known === null ||
        !this.selection.takes(path, null, true) ||
        this.readFolders.say(path, known) ||
        !(await this.isMentioned(path, known.mentions))
      )
        continue;
      if (await this.isPointer(path)) this.gaps.add(path, known, 'lfs_pointer');
      else this.gaps.addUnsupported(path, known);
    }
  }

  /** Within a package, files of its build name nothing that it ships. */
  private isShipped(path: string): boolean {
    return this.isPackage || isInPackage(path);
  }

  /** A copy of another tree says nothing of the source; what an artifact ships in it, as a program or an archive, counts. */
  private isCopied(path: string, isShippable: boolean): boolean {
    const isOfPackage = isShippable || isInPackage(path);
    return (isVendored(path) && !(this.isArtifact && isOfPackage)) || (!isOfPackage && isInGem(path, this.files.sizes));
  }

  private noticeSkipped({ path, reason }: SkippedFile): void {
    const read = manifestFor(path);
    if (isVendored(`${path}/`) && !(this.isArtifact && read?.isInstalled)) return;
    const isSubmodule = reason === 'submodule';
    const kind = isSubmodule ? { id: 'submodule', ecosystem: '' } : (read ?? knownManifestFor(path));
    if (kind !== null && this.selection.takes(path, isSubmodule ? 'content' : read, true)) this.gaps.add(path, kind, reason); // prettier-ignore
  }
}

const isInPackage = (path: string): boolean => path.split(archiveSeparator).slice(0, -1).some(isPackageArchive);
