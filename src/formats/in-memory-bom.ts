import type {
  Bom,
  BomColumn,
  BomComponent,
  BomDependency,
  BomEvent,
  BomHeader,
  BomPart,
  BomSignature,
  BomWarning,
  PartKind,
} from '../model/document.js';
import type { BomSource } from './format.js';
import { unverifiedWarning } from './signatures/document-signatures.js';

/**
 * Gathers what a parser yields into one document in memory: for small documents, tests and the command line. The
 * component named by a `subject-ref` is the document's subject and no longer among its components.
 *
 * @throws Error where a parser yields no header or two, which is a bug of the parser
 */
export async function collectBom(events: AsyncIterable<readonly BomEvent[]>): Promise<Bom> {
  const headers: BomHeader[] = [];
  let subject: BomComponent | null = null;
  let subjectRef: string | undefined;
  let components: BomComponent[] = [];
  const dependencies: BomDependency[] = [];
  const parts: BomPart[] = [];
  const warnings: BomWarning[] = [];
  const columns: BomColumn[] = [];
  const signatures: BomSignature[] = [];
  for await (const batch of events) {
    for (const event of batch) {
      if (event.type === 'component') components.push(event.component);
      else if (event.type === 'dependency') dependencies.push(event.dependency);
      else if (event.type === 'part') parts.push(event.part);
      else if (event.type === 'warning') warnings.push(event.warning);
      else if (event.type === 'header') headers.push(event.header);
      else if (event.type === 'columns') columns.push(...event.columns);
      else if (event.type === 'signature') signatures.push(event.signature);
      else if (event.type === 'signed') warnings.push(unverifiedWarning(event.kind, event.place).warning);
      else if (event.type === 'subject') subject = event.component;
      else subjectRef = event.ref;
    }
  }
  const [header] = headers;
  if (header === undefined || headers.length > 1) throw new Error(`A parser yielded ${headers.length} headers`);
  if (subjectRef !== undefined) {
    subject = components.find((component) => component.ref === subjectRef) ?? subject;
    components = components.filter((component) => component.ref !== subjectRef);
  }
  return {
    header,
    subject,
    components,
    dependencies,
    parts,
    warnings,
    ...(columns.length > 0 && { columns }),
    ...(signatures.length > 0 && { signatures }),
  };
}

const batchSize = 1_000;

async function* batches<T>(list: readonly T[]): AsyncIterable<readonly T[]> {
  for (let start = 0; start < list.length; start += batchSize) yield list.slice(start, start + batchSize);
}

/** A document in memory as something that serializers read from. */
export function bomSource(bom: Bom): BomSource {
  return {
    header: bom.header,
    subject: bom.subject,
    components: () => batches(bom.components),
    dependencies: () => batches(bom.dependencies),
    parts: (...kinds: readonly PartKind[]) => batches(bom.parts.filter((part) => kinds.includes(part.kind))),
  };
}
