import type { JsonObject } from '../../model/document.js';
import { distributionTypes } from '../../model/distribution-names.js';
import { buildPurl, formatPurl, purlOrNull, type Purl } from '../../model/purl.js';
import { modularPackage } from '../../model/rpm-modules.js';
import type { AdvisoryRecord } from '../loading/records.js';
import { type CsafProduct, csafProducts } from './csaf-products.js';
import { osvRecord } from './osv-record.js';
import {
  optionalObject,
  optionalObjects,
  optionalText,
  optionalTexts,
  requiredObject,
  requiredText,
  SchemaDrift,
} from './schema-drift.js';

/** How a distribution's documents become OSV records. */
export interface CsafDialect {
  /** Name of the source; its records stand beside those that other databases have of the same name. */
  readonly source: string;
  /** The OSV ecosystem of a platform's CPE; null where it is none of the distribution's. */
  readonly ecosystemOf: (platform: string) => string | null;
  /** The package of a component without a purl; null where it is none. */
  readonly purlOf: (name: string) => string | null;
}

export const csafAdvisoryId = (source: string, name: string): string => `${source}:${name}`;

/**
 * What a CSAF 2.0 document (profile "VEX" or "security advisory") says of a distribution's packages, one OSV record for
 * each vulnerability: fixed from a version on, or affected without a fix. Products that are known not to be affected
 * are in no list, which is what that means. @throws SchemaDrift
 */
export function csafRecords(document: JsonObject, dialect: CsafDialect): AdvisoryRecord[] {
  const head = requiredObject(document.document, '"document"');
  const version = requiredText(head, 'csaf_version');
  if (!version.startsWith('2.')) throw new SchemaDrift(`the CSAF version ${version} is not known`);
  const tracking = requiredObject(head.tracking, '"document.tracking"');
  const [id, status] = [requiredText(tracking, 'id'), optionalText(tracking, 'status') ?? 'final'];
  const products = csafProducts(optionalObject(document, 'product_tree'));
  const dates = {
    published: optionalText(tracking, 'initial_release_date'),
    modified: optionalText(tracking, 'current_release_date'),
  };
  const title = optionalText(head, 'title');
  return optionalObjects(document, 'vulnerabilities').map((vulnerability) => {
    const cve = optionalText(vulnerability, 'cve');
    const name = cve ?? id;
    const record: JsonObject = {
      schema_version: '1.7.0',
      id: name,
      aliases: cve && cve !== id ? [id] : [],
      summary: optionalText(vulnerability, 'title') ?? title ?? '',
      ...(dates.published ? { published: dates.published } : {}),
      ...(dates.modified ? { modified: dates.modified } : {}),
      ...(status === 'draft' ? { withdrawn: dates.modified ?? dates.published ?? '' } : {}),
      severity: severitiesOf(vulnerability),
      affected: affectedOf(vulnerability, products, dialect),
      references: referencesOf(vulnerability),
      database_specific: { severity: impactOf(vulnerability), csaf: id },
    };
    // The document's own name counts where it is not the CVE's: it may speak of several.
    return {
      ...osvRecord(record),
      id: csafAdvisoryId(dialect.source, cve && cve !== id ? `${id}/${cve}` : name),
      aliases: [name],
    };
  });
}

interface Affected {
  readonly purl: string;
  readonly ecosystem: string;
  readonly fixes: Set<string>;
  isOpen: boolean;
  /** Fixed in a version that the document does not state. */
  hasUnknownFix: boolean;
}

function affectedOf(
  vulnerability: JsonObject,
  products: ReadonlyMap<string, CsafProduct>,
  dialect: CsafDialect,
): JsonObject[] {
  const status = optionalObject(vulnerability, 'product_status');
  const found = new Map<string, Affected>();
  const note = (id: string): { affected: Affected; purl: Purl } | null => {
    const product = products.get(id);
    const named = product && packageOf(product, dialect);
    const ecosystem = product?.platform ? dialect.ecosystemOf(product.platform) : null;
    if (!named || ecosystem === null) return null;
    const { purl, text } = named;
    const key = `${ecosystem} ${text}`;
    const affected = found.get(key) ?? {
      purl: text,
      ecosystem,
      fixes: new Set<string>(),
      isOpen: false,
      hasUnknownFix: false,
    };
    found.set(key, affected);
    return { affected, purl };
  };
  for (const id of ['fixed', 'first_fixed', 'recommended'].flatMap((name) => optionalTexts(status, name))) {
    const one = note(id);
    if (one?.purl.version) one.affected.fixes.add(versionOf(one.purl));
    else if (one) one.affected.hasUnknownFix = true;
  }
  // What is still under investigation counts as affected until the publisher says otherwise.
  const open = ['known_affected', 'first_affected', 'last_affected', 'under_investigation'];
  for (const id of open.flatMap((name) => optionalTexts(status, name))) {
    const one = note(id);
    if (one && one.affected.fixes.size === 0) one.affected.isOpen = true;
  }
  return [...found.values()].flatMap(osvAffected);
}

/** A package of the distribution, and its purl without version, with the stream of its module where it has one. */
function packageOf(product: CsafProduct, dialect: CsafDialect): { purl: Purl; text: string } | null {
  const named = product.isNamed ? null : purlOrNull(dialect.purlOf(product.name) ?? '');
  const { package: purl, stream } = named ? modularPackage(named) : { package: product.purl, stream: product.stream };
  if (!purl || !distributionTypes.has(purl.type)) return null;
  const { type, namespace, name } = purl;
  const qualifiers = { rpmmod: stream };
  return { purl, text: formatPurl(buildPurl({ type, namespace, name, qualifiers }, 'repair')) };
}

function osvAffected({ purl, ecosystem, fixes, isOpen, hasUnknownFix }: Affected): JsonObject[] {
  const parsed = purlOrNull(purl)!;
  const ranges: JsonObject[][] = [...fixes].map((fixed): JsonObject[] => [{ introduced: '0' }, { fixed }]);
  if (ranges.length === 0 && isOpen) ranges.push([{ introduced: '0' }]);
  // Without ranges the versions are not known, which is not the same as none.
  if (ranges.length === 0 && !hasUnknownFix) return [];
  return [
    {
      package: { ecosystem, name: parsed.name, purl },
      ranges: ranges.map((events) => ({ type: 'ECOSYSTEM', events })),
    },
  ];
}

/** RPM keeps the epoch in a qualifier. */
const versionOf = ({ version, qualifiers }: Purl): string => {
  const { epoch } = qualifiers;
  return epoch && epoch !== '0' && !version!.includes(':') ? `${epoch}:${version}` : version!;
};

const severitiesOf = (vulnerability: JsonObject): JsonObject[] => {
  const scores = optionalObjects(vulnerability, 'scores').flatMap((score) =>
    (['cvss_v4', 'cvss_v3', 'cvss_v2'] as const).flatMap((member) => {
      const vector = optionalText(optionalObject(score, member), 'vectorString');
      return vector ? [{ type: `CVSS_V${member.at(-1)}`, score: vector }] : [];
    }),
  );
  return [...new Map(scores.map((one) => [one.score, one])).values()];
};

const impactOf = (vulnerability: JsonObject): string =>
  optionalText(
    optionalObjects(vulnerability, 'threats').find(({ category }) => category === 'impact') ?? {},
    'details',
  ) ?? '';

const referencesOf = (vulnerability: JsonObject): JsonObject[] =>
  optionalObjects(vulnerability, 'references').flatMap((one) => {
    const url = optionalText(one, 'url');
    return url ? [{ type: 'WEB', url }] : [];
  });
