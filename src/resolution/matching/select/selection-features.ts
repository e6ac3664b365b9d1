import { isDistinctive, isGeneric } from '../compare/distinctive.js';
import { isDistributionType } from '../query/distribution.js';
import type { RankedKind } from '../rank/model-weights.js';
import type { ScoredCandidate } from '../rank/score-candidates.js';
import type { RankedCandidates } from '../rank/ranked-candidates.js';
import { logOdds } from './calibration.js';
import { minConfirmingPackage } from './product-rule-facts.js';
import type { ScoredProduct, ScoredRepository, SelectionFacts } from './selection-rule.js';

type Numbers = Readonly<Record<string, number>>;
type Scored = ScoredCandidate<unknown>;

/** Weights set by decree; no labelled row declares an identifier. */
const declaredFeatures = new Set(['declared', 'onlyDeclared']);
const minDoubt = 1e-4;

/** What the learned selection looks at, by name: the best candidate, its lead over the second, and the component. */
export function selectionFeatures(kind: RankedKind, facts: SelectionFacts<Scored>): Numbers {
  const { best, query, selectedPackage, selectedProduct } = facts;
  const name = nameOf(kind, best);
  const features: Record<string, number> = {};
  for (const [key, value] of Object.entries(best.features)) if (!declaredFeatures.has(key)) features[key] = value;
  return Object.assign(
    features,
    leadOf(best, listOf(kind, facts.ranking)[1]),
    {
      distinctiveName: Number(isDistinctive(name)),
      genericName: Number(isGeneric(name)),
      genericComponent: Number(isGeneric(query.parsed.parses[0]!.name)),
      organizationGiven: Number(query.organization.given),
      versionGiven: Number(query.version.plain !== ''),
      versionSpecificity: query.version.specificity,
      partOfSomething: Number(query.parsed.isPart),
      packageSelected: Number(selectedPackage !== null),
      productSelected: Number(selectedProduct !== null),
      nameLength: Math.log1p(name.length),
    },
    agreementOf(kind, facts),
  );
}

export function listOf(kind: RankedKind, ranking: RankedCandidates): readonly Scored[] {
  if (kind === 'package') return ranking.packages;
  return kind === 'product' ? ranking.products : ranking.repositories;
}

function nameOf(kind: RankedKind, { candidate }: Scored): string {
  if (kind === 'product') return (candidate as ScoredProduct['candidate']).entry.product;
  return (candidate as { readonly name: string }).name;
}

/** How far the best candidate is ahead. */
function leadOf(best: Scored, second: Scored | undefined): Numbers {
  const { probability, features } = best;
  const other = second?.features ?? {};
  return {
    logOdds: logOdds(probability),
    lead: Math.log((probability + minDoubt) / ((second?.probability ?? 0) + minDoubt)),
    doubt: Math.log(Math.max(minDoubt, 1 - probability)),
    secondSame: other['same'] ?? 0,
    secondLiteral: other['literal'] ?? 0,
    secondOrganization: other['organizationSame'] ?? 0,
    secondVersion: Math.min(1, other['versionKnown'] ?? 0),
    secondWeight: second ? (features['weight'] ?? 0) - (other['weight'] ?? 0) : 0,
  };
}

/** What independent of the name agrees, together with the name. */
function agreementOf(kind: RankedKind, facts: SelectionFacts<Scored>): Numbers {
  if (kind === 'package') return packageAgreement(facts);
  const { features } = facts.best;
  const of = (name: string): number => features[name] ?? 0;
  const same = of('same');
  const common = {
    sameOfOrganization: same * of('organizationSame'),
    sameAndDistinctive: same * Number(isDistinctive(nameOf(kind, facts.best))),
  };
  if (kind === 'repo')
    return {
      ...common,
      ...linkAgreement(facts as SelectionFacts<ScoredRepository>),
      sameOfPackages: same * of('fromPackages'),
    };
  return {
    ...common,
    sameAndVersion: same * Math.min(1, of('versionKnown')),
    organizationAndVersion: of('organizationSame') * Math.min(1, of('versionKnown')),
    sameAndLinked: same * of('linkedPackage'),
    linkedWithSelected: Number(facts.selectedPackage !== null && of('linkedPackage') > minConfirmingPackage),
  };
}

/** Ecosystems in which packages of several namespaces share a name. */
const namespaced = new Set(['maven', 'composer', 'npm', 'golang']);

function packageAgreement({ best, query, ranking }: SelectionFacts<Scored>): Numbers {
  const { type, namespace } = best.candidate as { readonly type: string; readonly namespace: string | null };
  const { features } = best;
  const isConfirmed = features['coordinates'] || features['organizationSame'];
  const agrees = isConfirmed || features['organizationSimilar'] || features['ownerAgrees'];
  const { name } = best.candidate as { readonly name: string };
  const isVerbatim = query.parsed.parses.some((parse) => parse.loss === 0 && parse.name === name);
  const isUnlisted = features['unlisted']! > 0;
  return {
    ecosystemSame: Number(query.parsed.ecosystem === type),
    namesakes: namesakesOf(type, ranking),
    verbatim: Number(isVerbatim),
    unlistedVerbatim: Number(isUnlisted && isVerbatim),
    unlistedOfEcosystem: Number(isUnlisted && query.parsed.ecosystem === type),
    unlistedOfNamespace: Number(isUnlisted && Boolean(features['knownNamespace'] || features['knownOwner'])),
    unlistedWithVersion: Number(isUnlisted && query.version.plain !== ''),
    namespaceUnconfirmed: Number(namespace !== null && namespaced.has(type) && !isConfirmed),
    organizationUnconfirmed: Number(query.organization.given && !agrees),
  };
}

/** How many other registries list a package of the name. */
const namesakesOf = (own: string, { packages }: RankedCandidates): number =>
  new Set(
    packages.flatMap(({ candidate: { type, entry }, features }) =>
      entry !== null && features.same > 0 && type !== own && !isDistributionType(type) ? [type] : [],
    ),
  ).size;

function linkAgreement({ best, selectedPackage, selectedProduct }: SelectionFacts<ScoredRepository>): Numbers {
  const isLinked = (identifier: string | undefined): boolean =>
    identifier !== undefined && best.candidate.linkedIdentifiers.includes(identifier);
  const [ofPackage, ofProduct] = [isLinked(selectedPackage?.candidate.purl), isLinked(selectedProduct?.candidate.cpe)];
  return {
    linkedWithPackage: Number(ofPackage),
    linkedWithProduct: Number(ofProduct),
    linkedWithBoth: Number(ofPackage && ofProduct),
    linkedAndSame: Number(ofPackage) * best.features.same,
    linkedOfOther: Number(ofPackage) * best.features.organizationDifferent,
  };
}
