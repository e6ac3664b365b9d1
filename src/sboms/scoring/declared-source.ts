import { formatPurl, purlKey, purlOrNull } from '../../model/purl.js';
import { lacksSource } from '../../scores/vulnerabilities/advisory-subjects.js';

/** What a file says of a package besides its purl, by the names of properties. */
export type SourceProperties = Readonly<Record<string, string | null>>;

const trivy = 'aquasecurity:trivy:';

/**
 * Properties of tools that write the qualifier `upstream` only where the source has another name: Syft, and the analysis
 * of package databases.
 */
const marksOfOwnSource = ['syft:package:type', 'manifest:scope'] as const;

/** Names of the properties that are read. */
export const sourcePropertyNames: readonly string[] = [
  ...['SrcName', 'SrcEpoch', 'SrcVersion', 'SrcRelease'].map((name) => `${trivy}${name}`),
  ...marksOfOwnSource,
];

/** The parts of an entry that say from which source package its package was built. */
export interface DeclaredSourceRow {
  /** Purls that the file declares. */
  readonly declared_purls: readonly string[] | null;
  readonly source_properties: SourceProperties | null;
}

/**
 * The purl with the source package that the file's properties name, for the comparison with advisories: the purl that the
 * file declares stays as it is. Unchanged where it names a source already, or is not the package of the file.
 */
export function withDeclaredSource(text: string | null, row: DeclaredSourceRow): string | null {
  const { source_properties: properties } = row;
  const purl = text === null || !properties ? null : purlOrNull(text);
  if (!purl || !properties || 'upstream' in purl.qualifiers) return text;
  const upstream = trivySource(properties) ?? (lacksSource(purl) ? ownSource(purl.name, properties) : null);
  const isDeclared = row.declared_purls?.map(purlOrNull).some((one) => one && purlKey(one) === purlKey(purl));
  if (upstream === null || !isDeclared) return text;
  const completed = formatPurl({ ...purl, qualifiers: { ...purl.qualifiers, upstream } });
  // What a file declares may be too long for a purl.
  return purlOrNull(completed) ? completed : text;
}

function trivySource(properties: SourceProperties): string | null {
  const [name, epoch, version, release] = ['SrcName', 'SrcEpoch', 'SrcVersion', 'SrcRelease'].map(
    (one) => properties[`${trivy}${one}`]?.trim() ?? '',
  ) as [string, string, string, string];
  if (name === '' || /[,@]/.test(name)) return null;
  if (version === '') return name;
  return `${name}@${epoch === '' || epoch === '0' ? '' : `${epoch}:`}${version}${release === '' ? '' : `-${release}`}`;
}

const ownSource = (name: string, properties: SourceProperties): string | null =>
  marksOfOwnSource.some((mark) => typeof properties[mark] === 'string') ? name : null;
