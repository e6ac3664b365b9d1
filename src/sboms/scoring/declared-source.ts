import { formatPurl, type Purl, purlKey, purlOrNull } from '../../model/purl.js';
import { lacksSource, qualifiersAtOtherVersion } from '../../scores/vulnerabilities/advisory-subjects.js';

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

/** Qualifiers by which packages of distributions are compared with advisories; selected purls have none. */
const comparedQualifiers: ReadonlySet<string> = new Set(['distro', 'epoch', 'modularitylabel', 'rpmmod', 'upstream']);

/**
 * The purl with what the file says of the distribution's release, of the epoch, the module, and the source package, in its purl or
 * its properties, for the comparison with advisories: the selected purl stays as it is. Unchanged where it is not the
 * package of the file.
 */
export function withDeclaredSource(text: string | null, row: DeclaredSourceRow): string | null {
  const purl = text === null || !row.declared_purls ? null : purlOrNull(text);
  const declared = purl && declaredAs(purl, row.declared_purls!);
  if (!purl || !declared) return text;
  const qualifiers = { ...comparedOf(declared, purl), ...purl.qualifiers };
  const upstream = qualifiers['upstream'] ?? sourceOf({ ...purl, qualifiers }, row.source_properties ?? {});
  const all = upstream === null ? qualifiers : { ...qualifiers, upstream };
  if (Object.keys(all).length === Object.keys(purl.qualifiers).length) return text;
  const completed = formatPurl({ ...purl, qualifiers: all });
  // What a file declares may be too long for a purl.
  return purlOrNull(completed) ? completed : text;
}

/** The declared purl of the package, that of its version before others. */
function declaredAs(purl: Purl, texts: readonly string[]): Purl | undefined {
  const declared = texts.flatMap((text) => purlOrNull(text) ?? []).filter((one) => purlKey(one) === purlKey(purl));
  return declared.find((one) => isOfVersion(one, purl)) ?? declared[0];
}

/** Epochs are declared in the version or beside it. */
const isOfVersion = (one: Purl, other: Purl): boolean => withoutEpoch(one) === withoutEpoch(other);
const withoutEpoch = ({ version }: Purl): string => (version ?? '').replace(/^\d+:/, '');

function comparedOf(declared: Purl, purl: Purl): Purl['qualifiers'] {
  const all = isOfVersion(declared, purl) ? declared.qualifiers : qualifiersAtOtherVersion(declared);
  return Object.fromEntries(Object.entries(all).filter(([name]) => comparedQualifiers.has(name)));
}

const sourceOf = (purl: Purl, properties: SourceProperties): string | null =>
  trivySource(properties) ?? (lacksSource(purl) ? ownSource(purl.name, properties) : null);

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
