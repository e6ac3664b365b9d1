import { plainCpeValue } from './cpe-name.js';
import { formatCpe, parseCpe } from './cpe.js';
import { CallerError } from './errors.js';
import { formatPurl, parsePurl } from './purl.js';
import { parseRepository } from './repository.js';

/** The three arrays of `search_results` (specification, "Search results"). */
export const candidateKinds = ['package', 'repo', 'product'] as const;
export type CandidateKind = (typeof candidateKinds)[number];

/** The field with a candidate's identifier, by array. */
export const identifierField = { package: 'purl', repo: 'repo_url', product: 'cpe' } as const;

/** A candidate as in the API and the database, with exactly one of the identifier fields. */
export interface Candidate {
  id: string;
  confidence: number;
  selected: boolean;
  name: string;
  org: string;
  version: string;
  is_user_input: boolean;
  automatically_selected: boolean;
  /** The catalogue lists it; absent where a person gave it. */
  known?: boolean;
  purl?: string;
  repo_url?: string;
  cpe?: string;
}

export type SearchResults = Record<CandidateKind, Candidate[]>;

export const noResults = (): SearchResults => ({ package: [], repo: [], product: [] });

export const identifierOf = (kind: CandidateKind, candidate: Candidate): string =>
  candidate[identifierField[kind]] ?? '';

/** A canonical identifier with the names that it contains. */
export interface Identified {
  readonly identifier: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
}

/**
 * Reads an identifier of the given kind: a purl's namespace, name and version; a CPE's vendor, product and version; a
 * repository's owner and name. @throws {CallerError} 400
 */
export function identify(kind: CandidateKind, text: string): Identified {
  switch (kind) {
    case 'package': {
      const purl = parsePurl(text, 'repair');
      const { namespace, name, version } = purl;
      return { identifier: formatPurl(purl), org: namespace ?? '', name, version: version ?? '' };
    }
    case 'product': {
      const cpe = parseCpe(text.trim());
      if (cpe.vendor === '*' || cpe.product === '*')
        throw new CallerError(400, 'Invalid CPE: vendor and product must not be *');
      const plain = (value: string): string => (value === '*' || value === '-' ? '' : plainCpeValue(value));
      return {
        identifier: formatCpe(cpe),
        org: plain(cpe.vendor),
        name: plain(cpe.product),
        version: plain(cpe.version),
      };
    }
    case 'repo': {
      const { url, owner, name } = parseRepository(text);
      return { identifier: url, org: owner, name, version: '' };
    }
  }
}
