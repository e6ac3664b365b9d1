import type { Format } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import { invalid, type FieldErrors } from '../../model/errors.js';
import type { Loss } from '../../formats/losses.js';

/** What a caller asks for. */
export interface AskedTarget {
  readonly sbom_type: string;
  readonly encoding?: string | null;
  readonly spec_version?: string | null;
}

type Target = { readonly format: Format; readonly specVersion: string; readonly errors: null };

/**
 * The format for the requested standard, encoding and version. @throws CallerError 400 that names the valid
 * combinations
 */
export function exportTarget(asked: AskedTarget): { format: Format; specVersion: string } {
  const target = readTarget(asked);
  if (target.errors === null) return target;
  const [[field, message] = ['', '']] = Object.entries(target.errors);
  throw invalid(`Invalid request: ${field} ${message}`, target.errors);
}

/** What is wrong with such a query, whose values may be of any type. */
export function exportTargetErrors(query: Readonly<Record<string, unknown>>): FieldErrors {
  const { sbom_type, encoding, spec_version } = query;
  if (sbom_type !== 'SPDX' && sbom_type !== 'CycloneDX') return {};
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return readTarget({ sbom_type, encoding: text(encoding), spec_version: text(spec_version) }).errors ?? {};
}

function readTarget(asked: AskedTarget): Target | { readonly errors: FieldErrors } {
  const family = asked.sbom_type === 'SPDX' ? 'spdx' : 'cyclonedx';
  const encoding = asked.encoding || 'JSON';
  const writers = formats.filter((format) => format.family === family && format.serialize && format.writes);
  const ofEncoding = writers.filter((format) => format.encoding === encoding);
  if (ofEncoding.length === 0) {
    const valid = [...new Set(writers.map((writer) => writer.encoding))];
    return { errors: { encoding: `must be one of ${valid.join(', ')} for ${asked.sbom_type}` } };
  }
  const wanted = asked.spec_version || ofEncoding[0]?.writes?.[0];
  const format = ofEncoding.find((each) => wanted !== undefined && each.writes?.includes(wanted));
  if (format && wanted !== undefined) return { format, specVersion: wanted, errors: null };
  const versions = ofEncoding.flatMap((each) => each.writes ?? []).join(', ');
  return { errors: { spec_version: `must be one of ${versions} for ${asked.sbom_type} ${encoding}` } };
}

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

/** Header, or trailer of a large document, with the losses of a download as JSON. */
export const lossesHeader = 'Stocktake-Losses';

export const documentHeaders = {
  ETag: { description: 'Changes with the document; send it as `If-None-Match`.', schema: text },
  'Content-Disposition': { description: 'Downloads: the name of the file.', schema: text },
  [lossesHeader]: {
    description: 'Downloads: what the format cannot hold, as JSON (`[{ what, count }]`); a trailer of large documents.',
    schema: text,
  },
};
