import type { Json, JsonObject } from '../../model/document.js';
import { isObject, objectsOf, optionalText, textOf } from '../../model/json.js';
import { purlWithoutVersion, type Purl } from '../../model/purl.js';
import type { PackageRecord } from '../loading/records.js';
import { UnexpectedAnswer, type LiveSource } from './live-source.js';

/** purl types and the systems of deps.dev (docs.deps.dev/api/v3). */
const systems: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['golang', 'go'],
  ['maven', 'maven'],
  ['pypi', 'pypi'],
  ['cargo', 'cargo'],
  ['nuget', 'nuget'],
  ['gem', 'rubygems'],
]);
const maxVersions = 60;

/** Google's Open Source Insights, API v3: a package with its versions, and the repository of its default version. */
export const depsDev: LiveSource = {
  name: 'deps.dev',
  baseUrl: 'https://api.deps.dev',
  requestsPerSecond: 10,
  answers: 'packages',
  types: [...systems.keys()],
  async lookUp(ask, subject) {
    if (subject.kind !== 'package') return null;
    const system = systems.get(subject.purl.type);
    if (!system) return null;
    const path = `/v3/systems/${system}/packages/${encodeURIComponent(nameIn(subject.purl))}`;
    const answer = await ask(path);
    if (answer === null) return null;
    const record = packageRecord(subject.purl, answer);
    const version = record.latestVersion;
    const details = version ? await ask(`${path}/versions/${encodeURIComponent(version)}`) : null;
    return { records: [{ ...record, ...(details === null ? {} : repositoryOf(details)) }] };
  },
};

/** The package name of deps.dev: `group:artifact`, `@scope/name`, a module path. */
const nameIn = ({ type, namespace, name }: Purl): string =>
  namespace === null ? name : `${namespace}${type === 'maven' ? ':' : '/'}${name}`;

/** Reads the answer to GetPackage. */
export function packageRecord(purl: Purl, answer: Json): PackageRecord {
  const versions = isObject(answer) && Array.isArray(answer.versions) ? objectsOf(answer.versions) : null;
  if (!versions) throw new UnexpectedAnswer('GetPackage without versions');
  const nameOf = (version: JsonObject | undefined): string | undefined =>
    isObject(version?.versionKey) ? optionalText(version.versionKey.version) : undefined;
  const dated = [...versions].sort((one, other) => (textOf(one.publishedAt) < textOf(other.publishedAt) ? 1 : -1));
  return {
    kind: 'package',
    purl: purlWithoutVersion(purl),
    versions: dated.flatMap((version) => nameOf(version) ?? []).slice(0, maxVersions),
    latestVersion: nameOf(dated.find(({ isDefault }) => isDefault === true) ?? dated[0]),
    weight: 1,
  };
}

/** Reads source repository and homepage from the answer to GetVersion. */
export function repositoryOf(answer: Json): Pick<PackageRecord, 'repositoryUrl' | 'homepage'> {
  if (!isObject(answer) || !isObject(answer.versionKey)) throw new UnexpectedAnswer('GetVersion without a key');
  const project = objectsOf(answer.relatedProjects).find(({ relationType }) => relationType === 'SOURCE_REPO');
  const id = isObject(project?.projectKey) ? optionalText(project.projectKey.id) : undefined;
  const homepage = optionalText(objectsOf(answer.links).find(({ label }) => label === 'HOMEPAGE')?.url);
  return { ...(id ? { repositoryUrl: `https://${id}` } : {}), ...(homepage ? { homepage } : {}) };
}
