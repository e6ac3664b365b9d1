import type { ComponentQuery } from '../compare/component-query.js';
import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import { spelledText } from '../query/known-words.js';
import type { PackageCandidate, PackageFeatures } from '../rank/package-features.js';
import type { ScoredPackage, SelectionFacts } from './selection-rule.js';

/** A less probable package is not selected, whatever else agrees. */
export const minProbability = 0.6;
/** For a sibling that the catalogue does not list. */
const minSiblingProbability = 0.9;
/** Hardly any other candidate is left. */
const unrivalledProbability = 0.95;
/** From this probability on, the syntax of a component decides its ecosystem. */
const minEcosystemProbability = 0.6;

/** What the rules of packages ask about the best candidate. */
export type PackageRuleFacts = SelectionFacts<ScoredPackage>;

/** Where the catalogue has libodb-qt-2.4t64, that name is not libodb-qt with a version. */
export function hasLongerNamesake(
  { parsed }: ComponentQuery,
  best: ScoredPackage,
  [, ...others]: readonly ScoredPackage[],
): boolean {
  const { name } = parsed.parses[0]!;
  const longer = parsed.parses.find((one) => one.name.length > name.length && one.name.startsWith(name));
  if (!longer) return false;
  const hasLongerName = ({ candidate }: ScoredPackage): boolean =>
    candidate.entry !== null && candidate.name.toLowerCase() === longer.name.toLowerCase();
  return !hasLongerName(best) && others.some(hasLongerName);
}

/** Nothing says which registry it is of, and the package without ".js" fits as well or better. */
export function isNameWithLanguage({ best, query: { evidence }, ranking }: PackageRuleFacts): boolean {
  const { type, name, entry } = best.candidate;
  if (!/.\.js$/i.test(name) || evidence.hint || (evidence.context?.ecosystems[type] ?? 0) >= 0.5) return false;
  const plain = name.slice(0, -'.js'.length).toLowerCase();
  return ranking.packages.some(({ candidate: other, features }) => {
    if (other.type !== 'npm' || other.namespace !== null || other.name !== plain || other.entry === null) return false;
    const [own, others] = [best.features.versionKnown > 0, features.versionKnown > 0];
    return own === others ? other.entry.weight > (entry?.weight ?? 0) : others;
  });
}

export function isNamesakeOfProduct({ query, best: { features }, ranking }: PackageRuleFacts): boolean {
  if (query.parsed.ecosystem !== null || !query.organization.given || features.listPortion > 0) return false;
  if (!features.versionUnknown) return false;
  return ranking.products.some(
    ({ candidate, features: of }) => !candidate.isGenerated && (of.same > 0 || of.title > 0) && of.organizationSame > 0,
  );
}

/** A Go module's path is the address of its source. */
export function isModuleOfKnownRepository({
  best: { candidate, probability, features },
  ranking,
}: PackageRuleFacts): boolean {
  if (candidate.type !== 'golang' || !features.coordinates || probability < minProbability) return false;
  const path = `${candidate.namespace ?? ''}/${candidate.name}`.toLowerCase().replace(/\/v\d{1,3}$/, '');
  return ranking.repositories.some((one) => one.candidate.entry !== null && one.candidate.url === `https://${path}`);
}

/** Complete coordinates without a typo that the catalogue's sample of the namespace lacks. */
export function isSiblingOfKnownPackages(facts: PackageRuleFacts): boolean {
  const { candidate, probability, features } = facts.best;
  const { ranking } = facts;
  if (candidate.entry !== null || !features.coordinates || probability < minSiblingProbability) return false;
  if (isMisspelt(facts.best)) return false;
  const { type, namespace } = candidate;
  const isSibling = (other: PackageCandidate): boolean =>
    other.entry !== null && other.type === type && other.namespace !== null && other.namespace === namespace;
  const hasSiblings =
    features.knownNamespace || features.knownOwner || ranking.packages.some((other) => isSibling(other.candidate));
  return Boolean(hasSiblings) && ranking.hasKnownWords(candidate.name);
}

const codeHosts = ['github.com', 'gitlab.com', 'bitbucket.org'];

/** Versions as Go writes them: "v1.2.3", "0.0.0-20200324223359-a94be52c0b03", "2.0.0+incompatible". */
const moduleVersion = /^v\d|-\d{14}-[0-9a-f]{12}$|\+incompatible$/;

/** A path on a host of code that the catalogue lacks as a module, without a word of the file that it is Go. */
export function isRepositoryPath({ best: { candidate }, query: { evidence, parsed } }: PackageRuleFacts): boolean {
  const { type, namespace, name, entry } = candidate;
  if (entry !== null || type !== 'golang' || !codeHosts.includes((namespace ?? '').split('/')[0]!)) return false;
  const saysGo =
    (parsed.ecosystemSure && parsed.ecosystem === type) || (evidence.context?.ecosystems['golang'] ?? 0) >= 0.5;
  return !saysGo && !moduleVersion.test(evidence.version) && !/^v\d+$/.test(name);
}

/** Hosts of most public modules. */
const moduleHosts = new Set([...codeHosts, 'golang.org', 'google.golang.org', 'gopkg.in', 'k8s.io', 'sigs.k8s.io']);

/** A module that the catalogue's sample lacks, written as a build writes it and without a typing error. */
export function isCompleteModulePath({ best, query, ranking }: PackageRuleFacts): boolean {
  const { candidate, probability, features } = best;
  const { type, namespace, name, entry } = candidate;
  if (entry !== null || type !== 'golang' || namespace === null || !features.coordinates) return false;
  if (probability < minSiblingProbability || isMisspelt(best)) return false;
  if (!/^v?\d+\.\d+\.\d/.test(query.version.plain)) return false;
  const hasKnownHost = moduleHosts.has(namespace.split('/')[0]!) || features.knownOwner || features.knownNamespace;
  return Boolean(hasKnownHost) && ranking.hasKnownWords(spelledText({ type, namespace, name }));
}

/** Not listed, and nothing but a name, in an ecosystem that is a guess; or one typing error would make it another package. */
export function isUnconfirmed({ best, query, ranking }: PackageRuleFacts): boolean {
  const { type, namespace, name, entry } = best.candidate;
  if (entry !== null || best.candidate.isDeclared) return false;
  // Sources that cover the ecosystem would call a component examined that may be of another, or of none.
  if (query.parsed.ecosystem !== type && !best.features.coordinates) return true;
  if (query.version.plain === '' && !best.features.coordinates) return true;
  if (isMisspelt(best) || isNoNameOf(best.candidate) || !ranking.hasKnownWords(name)) return true;
  // "@fabrikam" may be anybody's own: a namespace is known by its packages, or made of words that are.
  if (best.features.knownNamespace || best.features.knownOwner) return false;
  if (type === 'golang' && !moduleHosts.has((namespace ?? '').split('/')[0]!)) return true;
  return !ranking.hasKnownWords(spelledText({ type, namespace, name }));
}

/** Signs that no registry has in names, or capitals throughout. */
const isNoNameOf = ({ type, name }: PackageCandidate): boolean =>
  (!ownSigns.has(type) && /[^\w.-]/.test(name)) || (name.length > 3 && /^[^a-z]*[A-Z][^a-z]*$/.test(name));

/** "libstdc++6", "gopkg.in/yaml.v3~1": names of these have other signs too. */
const ownSigns = new Set(['golang', 'deb', 'rpm', 'apk']);

/** Ecosystems that hardly use an underscore. */
const hyphenated = new Set(['npm', 'composer', 'deb']);

/** Only capitals, or each word with one: hardly any Maven artifact is written so. */
const capitals = /^(?:[^a-z]*[A-Z][^a-z]*|[A-Z][a-z0-9]*(?:[-_][A-Z][a-z0-9]*)*)$/;

/** Written in a way that the ecosystem hardly uses, with a version, or nearly as a listed package. */
function isMisspelt({ candidate: { type, name }, features }: ScoredPackage): boolean {
  if (features.besideTypo || features.besideSame) return true;
  if (type === 'maven') return capitals.test(name) || (name.includes('_') && !/_(?:\d|[a-z]{2}(?:_|$))/.test(name));
  if (hyphenated.has(type)) return name.includes('_') || /\d\.\d+\.\d/.test(name);
  return type === 'golang' && /[-@_]v?\d+\.\d/.test(name);
}

/** Ecosystems in which packages of several namespaces share a name. */
const namespaced = new Set(['maven', 'composer', 'npm', 'golang']);

/** Scopes of npm and Go paths seldom share a distinctive name; Maven groups and Packagist vendors do. */
const fewNamesakes = new Set(['npm', 'golang']);

export function hasUnconfirmedNamespace(facts: PackageRuleFacts): boolean {
  const { candidate, features } = facts.best;
  if (candidate.namespace === null || !namespaced.has(candidate.type)) return false;
  if (features.coordinates || features.organizationSame) return false;
  // "@csstools/postcss-initial" is not postcss-initial.
  const isForkOfName = candidate.type === 'npm' && !features.versionKnown;
  const isConfirmed =
    hasDistinctiveName(facts) && !isForkOfName ? !features.organizationDifferent : features.coordinatesTypo;
  return !(fewNamesakes.has(candidate.type) && isConfirmed);
}

/** Of another organization than the component, with a short name, or in a namespace that nothing confirms. */
export function isStranger(facts: PackageRuleFacts): boolean {
  const { features } = facts.best;
  const agrees = features.organizationSame || features.organizationSimilar || features.ownerAgrees;
  if (!facts.query.organization.given || agrees || features.coordinates) return false;
  if (features.versionKnown + features.versionKnownCommon > 0) return false;
  const isOfOther = features.organizationDifferent > 0 && isOfEcosystem(facts);
  return features.length > 0 || (isOfOther && hasUnconfirmedNamespace(facts));
}

export function hasExactNameAndPossibleVersion(facts: PackageRuleFacts): boolean {
  const { features } = facts.best;
  const isExact = isUnrivalled(facts) || (isOfEcosystem(facts) && features.literal > 0 && !hasGenericName(facts));
  if (!isExact) return false;
  return isUnrivalled(facts) && isOfEcosystem(facts) ? !features.versionBeyond : hasPlausibleVersion(features);
}

export const isUnrivalled = ({ best: { features, probability } }: PackageRuleFacts): boolean =>
  probability >= unrivalledProbability && features.literal > 0;

/** The catalogue's sample may lack the version, but the package has versions like it. */
export const hasPlausibleVersion = (features: PackageFeatures): boolean =>
  features.versionKnown + features.versionKnownCommon > 0 || features.majorKnown > 0 || features.versionNear > 0;

export const isOfEcosystem = ({ query, best }: PackageRuleFacts): boolean =>
  query.parsed.ecosystem === best.candidate.type;

export const looksLikeEcosystem = ({ query, best }: PackageRuleFacts): boolean =>
  (query.ecosystemProbabilities.get(best.candidate.type) ?? 0) >= minEcosystemProbability;

export const hasGenericParse = ({ query }: PackageRuleFacts): boolean => isGeneric(query.parsed.parses[0]!.name);

export const hasGenericName = (facts: PackageRuleFacts): boolean =>
  isGeneric(facts.best.candidate.name) || hasGenericParse(facts);

export const hasDistinctiveName = (facts: PackageRuleFacts): boolean =>
  isDistinctive(facts.best.candidate.name) && !hasGenericParse(facts);

/** Registries whose names have no capitals. */
const lowerCase = new Set(['npm', 'golang', 'composer', 'deb', 'apk']);

/** No list that a program writes has the name so: several words, or capitals where the registry has none. */
export function isTypedByHand({ best: { candidate }, query: { parsed } }: PackageRuleFacts): boolean {
  const { name } = parsed.parses[0]!;
  return /\s/.test(name) || (lowerCase.has(candidate.type) && /[A-Z]/.test(name));
}

export function hasDifferentName({ best: { features } }: PackageRuleFacts): boolean {
  return !(features.same || features.sameCut || features.title || features.qualified);
}
