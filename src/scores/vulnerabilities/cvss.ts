import * as library from 'ae-cvss-calculator';

export type CvssVersion = '2.0' | '3.0' | '3.1' | '4.0';

export interface CvssScore {
  readonly version: CvssVersion;
  readonly vector: string;
  /**
   * From the base metrics alone, as its source publishes it; 0–10, one decimal. Threat and environmental metrics lower it
   * for a fix that is not installed here, for an exploit of which only EPSS and KEV know today, or for another's network.
   */
  readonly score: number;
}

/** Node puts the exports of this CommonJS package under `default`; the tests' compiler does not. */
const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = 'default' in library ? library.default : library;

interface Grammar {
  readonly version: CvssVersion;
  readonly prefix: RegExp;
  /** The values of each mandatory metric. */
  readonly mandatory: ReadonlyMap<string, string>;
  readonly calculate: (vector: string) => number;
}

const valuesOf = (metrics: string): ReadonlyMap<string, string> =>
  new Map(metrics.split(' ').map((metric) => metric.split(':') as [string, string]));

const base3 = valuesOf('AV:NALP AC:LH PR:NLH UI:NR S:UC C:HLN I:HLN A:HLN');

const grammars: readonly Grammar[] = [
  {
    version: '4.0',
    prefix: /^CVSS:4\.0\//,
    mandatory: valuesOf('AV:NALP AC:LH AT:NP PR:NLH UI:NPA VC:HLN VI:HLN VA:HLN SC:HLN SI:HLN SA:HLN'),
    calculate: (vector) => new Cvss4P0(vector).calculateScores().overall,
  },
  {
    version: '3.1',
    prefix: /^CVSS:3\.1\//,
    mandatory: base3,
    calculate: (vector) => new Cvss3P1(vector).calculateScores().overall,
  },
  {
    version: '3.0',
    prefix: /^CVSS:3\.0\//,
    mandatory: base3,
    calculate: (vector) => new Cvss3P0(vector).calculateScores().overall,
  },
  {
    version: '2.0',
    prefix: /^(?=AV:)/,
    mandatory: valuesOf('AV:LAN AC:HML Au:MSN C:NPC I:NPC A:NPC'),
    calculate: (vector) => new Cvss2(vector).calculateScores().overall,
  },
];

const maxVectorLength = 300;
/** Cached, because advisories share few vectors and a calculation takes up to a millisecond. */
const cache = new Map<string, CvssScore | null>();
const maxCached = 20_000;

/** Score of a CVSS vector (first.org/cvss, v2 to v4.0); null where the text is not a vector or lacks a mandatory metric. */
export function cvssScore(text: string): CvssScore | null {
  const vector = text.trim().replace(/^\((.*)\)$/, '$1');
  if (vector.length > maxVectorLength) return null;
  let result = cache.get(vector);
  if (result === undefined) {
    result = calculateScore(vector);
    if (cache.size >= maxCached) cache.clear();
    cache.set(vector, result);
  }
  return result;
}

/** The library takes values of modified metrics ("SI:S"), names of values ("C:None"), and "X" for no impact. */
function isBaseMetric({ mandatory }: Grammar, metric: string): boolean {
  const [name, value] = metric.split(':') as [string, string];
  return value.length === 1 && mandatory.get(name)!.includes(value);
}

function calculateScore(vector: string): CvssScore | null {
  const grammar = grammars.find(({ prefix }) => prefix.test(vector));
  if (!grammar) return null;
  const metrics = vector.replace(grammar.prefix, '').split('/');
  const names = metrics.map((metric) => metric.split(':', 1)[0]!);
  if (new Set(names).size !== names.length || !metrics.every((metric) => /^[A-Za-z]{1,3}:[A-Za-z]{1,8}$/.test(metric)))
    return null;
  const base = metrics.filter((_, index) => grammar.mandatory.has(names[index]!));
  if (base.length < grammar.mandatory.size || !base.every((metric) => isBaseMetric(grammar, metric))) return null;
  try {
    grammar.calculate(vector);
    const score = grammar.calculate((grammar.prefix.exec(vector)?.[0] ?? '') + base.join('/'));
    return Number.isFinite(score) ? { version: grammar.version, vector, score } : null;
  } catch {
    return null; // The vector has a metric or a value that this CVSS version does not define.
  }
}
