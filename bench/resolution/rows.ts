import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { cpeKey, cpeOrNull } from '../../src/model/cpe.js';
import { purlKey, purlOrNull } from '../../src/model/purl.js';
import { repositoryOrNull } from '../../src/model/repository.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';

/** A labelled row; see `../shared/resolution/README.md` for the meaning of each field. */
export interface LabelledRow {
  readonly id: string;
  readonly split: 'clean' | 'noisy' | 'negative' | 'confusable' | 'sbom' | 'list';
  /** Rows of one list are resolved together. */
  readonly list?: string;
  readonly noise?: readonly string[] | null;
  readonly slice: string;
  readonly group: string;
  readonly input: { readonly name: string; readonly org?: string; readonly version?: string; readonly hint?: string };
  readonly truth: {
    readonly purls?: readonly string[];
    readonly cpes?: readonly string[];
    readonly repos?: readonly string[];
    readonly cpes_ok?: readonly string[];
    readonly must_not_cpes?: readonly string[];
  };
}

/** Of one file, or of several with commas between. */
export async function readRows(files: string): Promise<LabelledRow[]> {
  const rows: LabelledRow[] = [];
  for (const file of files.split(','))
    for await (const line of createInterface({ input: createReadStream(file) }))
      if (line.trim() !== '') rows.push(JSON.parse(line) as LabelledRow);
  return rows;
}

export const evidenceOf = ({ input }: LabelledRow): ComponentEvidence => ({
  name: input.name,
  org: input.org ?? '',
  version: input.version ?? '',
  hint: input.hint,
});

/** Keys under which two spellings of one identifier are equal. */
export const purlIdentity = (text: string): string => {
  const purl = purlOrNull(text);
  return purl ? purlKey(purl) : text;
};
export const cpeIdentity = (text: string): string => {
  const cpe = cpeOrNull(text);
  return (cpe && cpeKey(cpe)) ?? text;
};
export const repositoryIdentity = (text: string): string => repositoryOrNull(text)?.url ?? text;
