import { cpeOrNull, formatCpe } from '../../model/cpe.js';
import { type Cpe, plainCpeValue } from '../../model/cpe-name.js';
import {
  entryOrg,
  isNameless,
  type BomColumn,
  type BomComponent,
  type BomEvent,
  type BomSignature,
  type BomWarning,
} from '../../model/document.js';
import { unverifiedWarning } from '../../formats/signatures/document-signatures.js';
import { formatPurl, type Purl, purlOrNull } from '../../model/purl.js';
import { areContradicting } from '../../model/versions/contradicting-version.js';
import { storableJson, storableText } from '../../model/text.js';
import { newId } from '../../platform/identifiers/uuid.js';

/**
 * The staging table of one import: each event of the parsed document is one row, in document order. The table is
 * temporary and exists in the session of the import only.
 * kind: `c` component, `n` nameless component, `d` dependency node, `p` part (its kind in `ref`), `h` header, `s` subject, `r` ref of the
 * subject, `w` warning, `z` end: without it the document is incomplete.
 */
export const stagingColumns = ['kind', 'seq', 'id', 'ref', 'name', 'org', 'version', 'identity', 'data'] as const;

export const createStaging = `CREATE TEMPORARY TABLE staged (
  kind "char" NOT NULL, seq int NOT NULL, id uuid, ref text, name text, org text, version text, identity text,
  data jsonb)`;

export const copyStaging = `COPY staged (${stagingColumns.join(', ')}) FROM STDIN`;

/** More warnings are counted but not stored; of losses another as many are. */
export const maxWarnings = 10_000;

/** In the order in which they are shown, where not all are: what was lost comes first. */
export const stagedWarnings = `SELECT data FROM staged WHERE kind = 'w' ORDER BY data -> 'isLoss' IS NULL, seq`;

/** More columns of a list are read but not named. */
const maxColumns = 500;

/** Content of the last row. */
export interface StagingEnd {
  readonly format: string;
  readonly components: number;
  readonly warning_count: number;
  /** Of the lists in the file. */
  readonly columns?: readonly BomColumn[];
  /** Keys of their headers. */
  readonly headers?: readonly string[];
  /** Those in and around the document. */
  readonly signatures?: readonly BomSignature[];
  /** Additional result of the reader. */
  readonly report?: object;
}

/** Converts events to rows; one writer per import. */
export class StagingWriter {
  private seq = 0;
  private warnings = 0;
  private losses = 0;
  components = 0;
  private readonly columns: BomColumn[] = [];
  private readonly headers: string[] = [];
  private readonly signatures: BomSignature[] = [];

  rows(event: BomEvent): string {
    switch (event.type) {
      case 'component':
        return this.component(event.component);
      case 'dependency':
        return this.row('d', { data: event.dependency });
      case 'part':
        return this.row('p', { ref: event.part.kind, data: event.part });
      case 'header':
        return this.row('h', { data: event.header });
      case 'subject':
        return this.row('s', { data: event.component });
      case 'subject-ref':
        return this.row('r', { ref: event.ref });
      case 'warning':
        return this.warning(event.warning);
      case 'signature':
        this.signatures.push(event.signature);
        return '';
      case 'signed':
        return this.warning(unverifiedWarning(event.kind, event.place).warning);
      case 'columns':
        this.headers.push(event.header);
        this.columns.push(...event.columns.slice(0, maxColumns));
        return '';
    }
  }

  end(format: string, report?: object): string {
    const end: StagingEnd = {
      format,
      components: this.components,
      warning_count: this.warnings,
      ...(this.headers.length > 0 && { columns: this.columns, headers: this.headers }),
      ...(this.signatures.length > 0 && { signatures: this.signatures }),
      ...(report && { report }),
    };
    return this.row('z', { data: end });
  }

  private component(component: BomComponent): string {
    if (isNameless(component)) return this.row('n', { ref: component.ref, data: component });
    this.components += 1;
    const purl = firstReadable(component.purls, purlOrNull);
    const cpe = firstReadable(component.cpes, cpeOrNull);
    const row = this.row('c', {
      id: newId(),
      ref: component.ref,
      name: component.name,
      org: entryOrg(component) || purl?.namespace || '',
      version: component.version || purl?.version || '',
      identity: (purl && formatPurl(purl)) || (cpe && formatCpe(cpe)) || '',
      data: component,
    });
    const messages = [unreadablePurl(component, purl), otherVersion(component, purl, cpe)];
    return messages.reduce((rows: string, message) => rows + this.warningOf(component, message), row);
  }

  private warningOf({ place }: BomComponent, message: string | null): string {
    return message === null ? '' : this.warning({ place, message });
  }

  private warning(warning: BomWarning): string {
    this.warnings += 1;
    if (warning.isLoss) this.losses += 1;
    const count = warning.isLoss ? this.losses : this.warnings - this.losses;
    return count > maxWarnings ? '' : this.row('w', { data: warning });
  }

  private row(kind: string, row: Row): string {
    this.seq += 1;
    const names = `${copyText(row.id)}\t${copyText(row.ref)}\t${copyText(row.name)}\t${copyText(row.org)}\t${copyText(row.version)}`;
    return `${kind}\t${this.seq}\t${names}\t${copyText(row.identity)}\t${copyJson(row.data)}\n`;
  }
}

type Row = Partial<Record<'id' | 'ref' | 'name' | 'org' | 'version' | 'identity', string>> & { readonly data?: object };

function unreadablePurl({ purls }: BomComponent, purl: Purl | null): string | null {
  const [main] = purls;
  if (main === undefined || (purl && purls.length === 1) || purlOrNull(main)) return null;
  return `"${main.slice(0, 200)}" is not a package URL; it is kept as text`;
}

/** Which of the two is installed nobody knows. */
function otherVersion({ version }: BomComponent, purl: Purl | null, cpe: Cpe | null): string | null {
  const identified = [purl?.version ?? '', plainCpeValue(cpe?.version ?? '')];
  const found = identified.find((one) => areContradicting(version || identified[0]!, one));
  if (found === undefined) return null;
  const [own, other] = [version || identified[0]!, found].map((text) => `"${text.slice(0, 100)}"`);
  return `The version is ${own}, but ${other} in an identifier: ${own} counts. Correct the wrong one in the file`;
}

/** The first readable identifier, which decides whether two components are the same. */
function firstReadable<Identifier>(
  texts: readonly string[],
  read: (text: string) => Identifier | null,
): Identifier | null {
  for (const text of texts) {
    const found = read(text);
    if (found) return found;
  }
  return null;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** PostgreSQL's text format of COPY. Names of files in archives, and texts that are cut, may hold anything. */
const copyText = (value: string | undefined): string =>
  value === undefined ? '\\N' : storableText(value).replace(/[\\\t\n\r]/g, (sign) => escapes[sign] as string);

/** The same for JSON, where backslash is the only character to escape. */
const copyJson = (value: object | undefined): string =>
  value === undefined ? '\\N' : storableJson(value).replaceAll('\\', '\\\\');
