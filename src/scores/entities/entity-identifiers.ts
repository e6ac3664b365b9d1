import { CallerError, type FieldErrors, invalid } from '../../model/errors.js';
import { canonicalCpe, cpeKey, parseCpe } from '../../model/cpe.js';
import { type Cpe, CpeError, plainCpeValue } from '../../model/cpe-name.js';
import { parsePurl, type Purl } from '../../model/purl.js';
import { declaredVersion } from '../../model/versions/declared-version.js';
import { parseRepository, type Repository } from '../../model/repository.js';

/** Identifiers of one entity, of which at least one is given. */
export interface GivenIdentifiers {
  readonly purl: Purl | null;
  readonly cpe: Cpe | null;
  readonly repository: Repository | null;
}

export interface IdentifierTexts {
  readonly package_id?: string | null;
  readonly product_id?: string | null;
  readonly repo_id?: string | null;
}

/** @throws {CallerError} 400 with every invalid identifier, or where no identifier is given */
export function parseIdentifiers(texts: IdentifierTexts): GivenIdentifiers {
  const { given, fields } = readIdentifiers(texts);
  if (Object.keys(fields).length > 0) throw invalid('An identifier is invalid', fields);
  if (!given.purl && !given.cpe && !given.repository)
    throw invalid('Give at least one of package_id (purl), product_id (CPE) and repo_id (repository)');
  return given;
}

/** What is wrong with identifiers, whose values may be of any type. */
export const identifierErrors = (texts: Readonly<Record<string, unknown>>): FieldErrors =>
  readIdentifiers(Object.fromEntries(Object.entries(texts).filter(([, value]) => typeof value === 'string'))).fields;

function readIdentifiers(texts: IdentifierTexts): { given: GivenIdentifiers; fields: FieldErrors } {
  const fields: FieldErrors = {};
  const read = <T>(field: keyof IdentifierTexts, parse: (text: string) => T): T | null => {
    const text = texts[field]?.trim();
    if (!text) return null;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof CallerError)) throw error;
      fields[field] = error.message;
      return null;
    }
  };
  const given = {
    purl: read('package_id', (text) => parsePurl(text, 'repair')),
    cpe: read('product_id', productCpe),
    repository: read('repo_id', parseRepository),
  };
  return { given, fields };
}

function productCpe(text: string): Cpe {
  const cpe = parseCpe(canonicalCpe(text));
  if (cpeKey(cpe) === null) throw new CpeError('A CPE must name its part, vendor and product');
  return cpe;
}

/** Version of a CPE; empty where it has none. */
export const versionOfCpe = (cpe: Cpe | null): string =>
  cpe === null || cpe.version === '*' || cpe.version === '-' ? '' : declaredVersion(plainCpeValue(cpe.version));
