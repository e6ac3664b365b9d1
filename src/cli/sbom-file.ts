import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openDocument, type DocumentReader, type OpenedDocument } from '../formats/open-document.js';
import { defaultLimits, type BomSource } from '../formats/format.js';
import type {
  BomComponent,
  BomEvent,
  BomHeader,
  BomPart,
  BomSignature,
  BomWarning,
  PartKind,
} from '../model/document.js';
import type { TrustedKey } from '../formats/signatures/keys.js';
import { unverifiedWarning } from '../formats/signatures/document-signatures.js';
import { FileSource } from '../platform/storage/file-source.js';
import type { ProgressLine } from './progress-line.js';
import { standardStream } from './usage.js';

/** Summary of a file; warnings beyond `maxListedWarnings` are counted only. */
export interface SbomSummary {
  readonly header: BomHeader;
  readonly subject: BomComponent | null;
  readonly components: number;
  readonly edges: number;
  readonly parts: ReadonlyMap<PartKind, number>;
  readonly warnings: readonly BomWarning[];
  readonly warningCount: number;
}

const maxListedWarnings = 100;
const batchSize = 1_000;

/** An SBOM file. It is read again for every pass, so that memory does not grow with the file. */
export class SbomFile {
  private constructor(
    private readonly document: OpenedDocument,
    private readonly progress: ProgressLine,
  ) {}

  get format(): DocumentReader {
    return this.document.format;
  }

  get wrappings(): readonly string[] {
    return this.document.wrappings;
  }

  /** Opens `path` (or standard input), passes it to `work`, and removes temporary files. */
  static async use<T>(
    path: string,
    progress: ProgressLine,
    work: (sbom: SbomFile) => Promise<T>,
    trustedKeys: readonly TrustedKey[] = [],
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'stocktake-'));
    const sources: FileSource[] = [];
    const open = async (file: string): Promise<FileSource> => {
      const source = await FileSource.open(file);
      sources.push(source);
      return source;
    };
    const spill = async (bytes: AsyncIterable<Uint8Array>): Promise<FileSource> => {
      const file = join(folder, randomUUID());
      await pipeline(bytes, createWriteStream(file, { mode: 0o600 }));
      return open(file);
    };
    try {
      const file = path === standardStream ? await spill(process.stdin) : await open(await realpath(path));
      const document = await openDocument(file, { limits: defaultLimits, spill, trustedKeys });
      return await work(new SbomFile(document, progress));
    } finally {
      for (const source of sources) await source.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Reads the whole file. `onComponent` also receives the subject if its component comes before its ref. */
  async summarize(onComponent: (component: BomComponent) => void = () => {}): Promise<SbomSummary> {
    let header: BomHeader | undefined;
    let subject: BomComponent | null = null;
    let subjectRef: string | undefined;
    const counts = { components: 0, edges: 0, warnings: 0 };
    const parts = new Map<PartKind, number>();
    const warnings: BomWarning[] = [];
    for await (const event of this.events('reading')) {
      if (event.type === 'component') {
        counts.components += 1;
        onComponent(event.component);
      } else if (event.type === 'dependency') counts.edges += event.dependency.to.length;
      else if (event.type === 'part') parts.set(event.part.kind, (parts.get(event.part.kind) ?? 0) + 1);
      else if (event.type === 'header') header = event.header;
      else if (event.type === 'subject') subject = event.component;
      else if (event.type === 'subject-ref') subjectRef = event.ref;
      else if (event.type === 'warning' || event.type === 'signed') {
        const { warning } = event.type === 'signed' ? unverifiedWarning(event.kind, event.place) : event;
        if ((counts.warnings += 1) <= maxListedWarnings) warnings.push(warning);
      }
    }
    if (header === undefined) throw new Error(`The parser of ${this.format.id} yielded no header`);
    if (subjectRef !== undefined) {
      const found = await this.component(subjectRef);
      if (found !== undefined) counts.components -= 1;
      subject = found ?? subject;
    }
    const { components, edges, warnings: warningCount } = counts;
    return { header, subject, components, edges, parts, warnings, warningCount };
  }

  /** What is found of the signatures in the document and around it. */
  async signatures(): Promise<BomSignature[]> {
    const found: BomSignature[] = [];
    for await (const batch of this.document.decode())
      for (const event of batch) if (event.type === 'signature') found.push(event.signature);
    return found;
  }

  /** The SBOM for a serializer, without the subject among its components. */
  toSource({ header, subject }: SbomSummary): BomSource {
    return {
      header,
      subject,
      components: () =>
        this.batches((event) =>
          event.type === 'component' && event.component.ref !== subject?.ref ? event.component : undefined,
        ),
      dependencies: () => this.batches((event) => (event.type === 'dependency' ? event.dependency : undefined)),
      parts: (...kinds) =>
        this.batches<BomPart>((event) =>
          event.type === 'part' && kinds.includes(event.part.kind) ? event.part : undefined,
        ),
    };
  }

  private async component(ref: string): Promise<BomComponent | undefined> {
    for await (const event of this.events('reading'))
      if (event.type === 'component' && event.component.ref === ref) return event.component;
    return undefined;
  }

  private async *batches<T>(pick: (event: BomEvent) => T | undefined): AsyncGenerator<readonly T[]> {
    let batch: T[] = [];
    for await (const event of this.events('writing')) {
      const picked = pick(event);
      if (picked === undefined) continue;
      batch.push(picked);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  private async *events(stage: string): AsyncGenerator<BomEvent> {
    let components = 0;
    for await (const batch of this.document.read()) {
      for (const event of batch) {
        if (event.type === 'component') components += 1;
        yield event;
      }
      this.progress.show(stage, components);
    }
  }
}
