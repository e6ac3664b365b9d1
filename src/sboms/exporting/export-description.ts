import { formats } from '../../formats/index.js';
import type { Loss } from '../../formats/losses.js';

/** `meta` of a document in an envelope. */
export interface ExportMeta {
  /** The standard. */
  readonly sbom_type: string;
  readonly encoding: string;
  /** Version of the standard. */
  readonly spec_version: string;
  /** What the format cannot hold. */
  readonly losses: readonly Loss[];
}

const binary = { type: 'string', format: 'binary', description: 'The document.' };

const downloadTypes = new Set(formats.filter(({ writes }) => writes).map(({ mediaType }) => mediaType.split(';')[0]!));

/** The media types of downloads, for openapi.json. */
export const documentContent = Object.fromEntries([...downloadTypes].sort().map((type) => [type, { schema: binary }]));

const text = { type: 'string' } as const;

export const documentHeaders = {
  ETag: { description: 'Changes with the document; send it as `If-None-Match`.', schema: text },
  'Content-Disposition': { description: 'Downloads: the name of the file.', schema: text },
  'Stocktake-Losses': {
    description: 'Downloads: what the format cannot hold, as JSON (`[{ what, count }]`); a trailer of large documents.',
    schema: text,
  },
};
