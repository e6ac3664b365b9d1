import type { PackageEntry, ProductEntry, RepositoryEntry } from '../../src/model/catalog-entry.js';
import { buildQuery } from '../../src/resolution/matching/compare/component-query.js';
import {
  ComponentName,
  compareNames,
  type NameAgreement,
} from '../../src/resolution/matching/compare/name-agreement.js';
import { NormalizedNames } from '../../src/resolution/matching/compare/normalized-names.js';
import type { ComponentEvidence } from '../../src/resolution/matching/query/evidence.js';
import type { RankedCandidates } from '../../src/resolution/matching/rank/ranked-candidates.js';
import { trainedModel } from '../../src/resolution/matching/rank/trained-model.js';
import { decidingRule } from '../../src/resolution/matching/select/auto-selection.js';
import type {
  ScoredPackage,
  ScoredProduct,
  ScoredRepository,
  SelectionFacts,
  SelectionRule,
} from '../../src/resolution/matching/select/selection-rule.js';

type Numbers = Partial<Record<string, number>>;

/** Every feature and every name agreement is 0 but the given ones. */
interface Given<Candidate> {
  readonly candidate?: Partial<Candidate>;
  readonly features?: Numbers;
  readonly names?: Partial<NameAgreement>;
  readonly probability?: number;
}

const zeros = (given: Numbers = {}): never => new Proxy(given, { get: (of, key) => of[key as string] ?? 0 }) as never;

const anyAgreement = compareNames(
  [new ComponentName({ name: 'x', org: '', version: '', loss: 0 })],
  new NormalizedNames({ name: 'y', qualifier: '', title: null }),
);
const agreement = (given: Partial<NameAgreement> = {}): NameAgreement => ({
  ...(Object.fromEntries(Object.keys(anyAgreement).map((name) => [name, 0])) as unknown as NameAgreement),
  ...given,
});

const packageEntry = {} as PackageEntry;
const repositoryEntry = {} as RepositoryEntry;

export const scoredPackage = (given: Given<ScoredPackage['candidate']> = {}): ScoredPackage => ({
  candidate: {
    purl: 'pkg:npm/wombat-parser',
    type: 'npm',
    namespace: null,
    name: 'wombat-parser',
    entry: packageEntry,
    generated: null,
    isDeclared: false,
    besideTypo: false,
    besideSame: false,
    owners: [],
    ...given.candidate,
  },
  probability: given.probability ?? 0.8,
  features: zeros(given.features),
  names: agreement(given.names),
});

export const scoredProduct = (given: Given<ScoredProduct['candidate']> = {}): ScoredProduct => ({
  candidate: {
    cpe: 'cpe:2.3:a:acme:wombat-parser:*:*:*:*:*:*:*:*',
    entry: { vendor: 'acme', product: 'wombat-parser' } as ProductEntry,
    isDeclared: false,
    isGenerated: false,
    isVendorKnown: true,
    linkedPackage: 0,
    linkedPackages: 0,
    linkedUnlisted: false,
    linkedRepository: false,
    ...given.candidate,
  },
  probability: given.probability ?? 0.8,
  features: zeros(given.features),
  names: agreement(given.names),
});

export const scoredRepository = (given: Given<ScoredRepository['candidate']> = {}): ScoredRepository => ({
  candidate: {
    url: 'https://github.com/acme/wombat-parser',
    host: 'github.com',
    owner: 'acme',
    name: 'wombat-parser',
    weight: 1,
    entry: repositoryEntry,
    isDeclared: false,
    ownAddress: false,
    fromPackages: 0,
    fromProducts: 0,
    linkedIdentifiers: [],
    namesakes: 0,
    fromDistribution: false,
    ofNamespace: false,
    isGenerated: false,
    ...given.candidate,
  },
  probability: given.probability ?? 0.85,
  features: zeros(given.features),
  names: agreement(given.names),
});

/** The situation that a rule is tried in. */
export interface Situation<Scored> {
  readonly component?: Partial<ComponentEvidence>;
  /** What the syntax says of the ecosystem. */
  readonly ecosystems?: Readonly<Record<string, number>>;
  readonly best?: Scored;
  readonly others?: Partial<RankedCandidates>;
  readonly selectedPackage?: ScoredPackage;
  readonly selectedProduct?: ScoredProduct;
}

/** When a rule applies and decides, and when it does not apply. */
export interface RuleCases<Scored> {
  readonly applies: Readonly<Record<string, Situation<Scored>>>;
  readonly doesNot: Readonly<Record<string, Situation<Scored>>>;
}

interface RuleTable<Scored> {
  readonly rules: readonly SelectionRule<Scored>[];
  readonly cases: Readonly<Record<string, RuleCases<Scored>>>;
  readonly list: 'packages' | 'products' | 'repositories';
  readonly any: () => Scored;
}

/** Tries each rule of a list in its situations. */
export function tryRules<Scored>({ rules, cases, list, any }: RuleTable<Scored>): void {
  const factsOf = (situation: Situation<Scored>): SelectionFacts<Scored> => {
    const best = situation.best ?? any();
    const none: RankedCandidates = { packages: [], products: [], repositories: [], hasKnownWords: () => true };
    const ranking = { ...none, ...situation.others };
    const query = buildQuery({ name: 'wombat-parser', org: '', version: '', ...situation.component }, trainedModel);
    return {
      query: { ...query, ecosystemProbabilities: new Map(Object.entries(situation.ecosystems ?? {})) },
      best,
      ranking: { ...ranking, [list]: [best, ...ranking[list]] },
      selectedPackage: situation.selectedPackage ?? null,
      selectedProduct: situation.selectedProduct ?? null,
    };
  };

  it('have cases for each rule, under ids and reasons of their own', () => {
    expect(Object.keys(cases)).toEqual(rules.map(({ id }) => id));
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { reason } of rules) expect(reason).toMatch(/^[A-Z].*[^.]$/);
  });

  describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    const { applies, doesNot } = cases[id] ?? { applies: {}, doesNot: {} };

    it('has an accepting and a refusing case', () => {
      expect(Object.keys(applies)).not.toHaveLength(0);
      expect(Object.keys(doesNot)).not.toHaveLength(0);
    });

    it.each(Object.entries(applies))('applies and decides: %s', (_what, situation) => {
      expect(rule.applies(factsOf(situation))).toBe(true);
      expect(decidingRule(rules, factsOf(situation))?.id).toBe(id);
    });

    it.each(Object.entries(doesNot))('does not apply: %s', (_what, situation) => {
      expect(rule.applies(factsOf(situation))).toBe(false);
    });
  });
}
