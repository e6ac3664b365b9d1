import { type ParsedVersion, schemeForPurlType, type VersionSchemeName } from '../../model/versions/versions.js';
import { judgeConcerned } from './criteria-judgement.js';
import type { FoundVulnerability, Knowledge } from './findings.js';
import { type FixAdvice, laterVersions } from './fixes.js';
import type { Judgement, VulnerabilityStatus } from './judgement.js';
import { comparableVersion } from './ecosystems.js';
import { judgeStatements } from './package-judgement.js';
import { type Severity, worstSeverity } from './severity.js';
import { keepTopics, type Statement, type Subject, type Topic, topicsOn } from './topics.js';

/** What the statements of a topic say of one version; `deciding` is a place among them. */
interface Verdict {
  readonly judgements: readonly Judgement[];
  readonly deciding: number;
}

/** A finding with the judgements that it was made from. */
interface Made {
  readonly judgements: readonly Judgement[];
  readonly found: FoundVulnerability;
}

/** Of one topic; more of them are sentences about single versions, which no other version shares. */
const mostMade = 8;

/** All that is known of the vulnerabilities of a package or product, prepared for any number of its versions. */
export class Dossier {
  /** Records that speak of the subject; none: no source says anything of it. */
  readonly size: number;
  private readonly topics: readonly Topic[];
  private readonly scheme: VersionSchemeName;
  /** By topic, how many of its advisories affect a version named as a fix: many earlier versions ask for the same. */
  private readonly affectedFixes: WeakMap<Topic, Map<string, number>>;
  /** Worked out when it is asked for, which for most topics and versions is never. */
  private readonly severities: WeakMap<Topic, Severity>;
  /** By topic: all versions in one interval have the same finding, which is made once. */
  private readonly made: WeakMap<Topic, Made[]>;

  /** @param former of the same subject: what has not changed since is not worked out again */
  constructor(
    private readonly subject: Subject,
    knowledge: Knowledge,
    former?: Dossier,
  ) {
    this.size = knowledge.advisories.length + knowledge.criteria.length;
    this.topics = keepTopics(topicsOn(subject, knowledge), former?.topics ?? []);
    this.affectedFixes = former?.affectedFixes ?? new WeakMap();
    this.severities = former?.severities ?? new WeakMap();
    this.made = former?.made ?? new WeakMap();
    this.scheme = subject.purl ? schemeForPurlType(subject.purl.type) : 'generic';
  }

  /** What affects the version, and of what nobody can say; what is known not to affect it is left out. */
  findings(version: string): FoundVulnerability[] {
    const found: FoundVulnerability[] = [];
    for (const topic of this.topics) {
      const only = topic.statements.length === 1 ? this.judgeStatement(topic.statements[0]!, version) : null;
      // Most speak of other versions: nothing is made of what they say.
      if (only?.status === 'not_affected') continue;
      const verdict = only ? { judgements: [only], deciding: 0 } : this.judge(topic, version);
      if (verdict.judgements[verdict.deciding]!.status !== 'not_affected')
        found.push(this.finding(topic, version, verdict));
    }
    return found;
  }

  /**
   * The smallest version that leaves as few vulnerabilities as any of the named fixes can, those counted that come with
   * it; null where nothing that affects the subject names a later version.
   *
   * @param dismissed ids of vulnerabilities that do not count
   */
  adviseFix(version: string, dismissed: ReadonlySet<string> = new Set()): FixAdvice | null {
    const topics = this.topics.filter(({ id }) => !dismissed.has(id));
    const affecting = topics.filter((topic) => this.affects(topic, version));
    let best: FixAdvice | null = null;
    for (const [text, remaining] of this.fixesFrom(version, topics, affecting)) {
      if (best && remaining.length >= best.remaining.length) continue;
      const still = new Set(remaining);
      const solved = affecting.filter((topic) => !still.has(topic)).length;
      best = { version: text, solved, remaining: remaining.map(({ id }) => id) };
    }
    return best;
  }

  /** Versions that fix what affects this one, or what comes with another of them, in ascending order, each with what affects it. */
  private fixesFrom(version: string, topics: readonly Topic[], affecting: readonly Topic[]): [string, Topic[]][] {
    const left = new Map<string, Topic[]>();
    const fixesOf = (some: readonly Topic[], at: string): string[] =>
      some.flatMap((topic) => this.judge(topic, at).judgements.flatMap(({ fixedIn }) => fixedIn));
    let named = fixesOf(affecting, version);
    for (const met = new Set(affecting); named.length > 0;) {
      const found = this.later(version, named).filter(({ text }) => !left.has(text));
      named = [];
      for (const { text } of found) {
        const remaining = topics.filter((topic) => this.affects(topic, text));
        left.set(text, remaining);
        const fresh = remaining.filter((topic) => !met.has(topic));
        for (const topic of fresh) met.add(topic);
        named.push(...fixesOf(fresh, text));
      }
    }
    return this.later(version, [...left.keys()]).map(({ text }) => [text, left.get(text)!]);
  }

  private later(than: string, versions: readonly string[]): ParsedVersion[] {
    const { purl } = this.subject;
    return laterVersions(this.scheme, purl ? comparableVersion(purl, than) : than, versions);
  }

  private affects(topic: Topic, version: string): boolean {
    const { judgements, deciding } = this.judge(topic, version);
    return judgements[deciding]!.status === 'affected';
  }

  private judge({ statements }: Topic, version: string): Verdict {
    const judgements = statements.map((one) => this.judgeStatement(one, version));
    return { judgements, deciding: decidingPlace(statements, judgements) };
  }

  private judgeStatement(statement: Statement, version: string): Judgement {
    return statement.by === 'package'
      ? judgeStatements(this.subject.purl!, version, statement.ranges)
      : judgeConcerned(version, statement.criteria, this.scheme);
  }

  private finding(topic: Topic, version: string, verdict: Verdict): FoundVulnerability {
    const made = this.made.get(topic) ?? [];
    // An interval has one judgement for all the versions in it, to which the same fixes come later.
    const same = made.find(({ judgements }) => judgements.every((one, place) => one === verdict.judgements[place]));
    if (same) return same.found;
    const found = this.newFinding(topic, version, verdict);
    const { status, reason, fixedIn } = found;
    const like = made.find(
      ({ found: one }) => one.reason === reason && one.fixedIn === fixedIn && one.status === status,
    );
    if (like) return like.found;
    if (made.length < mostMade) this.made.set(topic, [...made, { judgements: verdict.judgements, found }]);
    return found;
  }

  private newFinding(topic: Topic, version: string, verdict: Verdict): FoundVulnerability {
    const { status, reason } = verdict.judgements[verdict.deciding]!;
    const fixedIn = status === 'affected' ? this.fixFor(topic, version, verdict) : null;
    const { id, aliases, isMalicious, published, modified, summary } = topic;
    const severity = this.severityOf(topic);
    return { id, aliases, status, reason, fixedIn, severity, isMalicious, published, modified, summary };
  }

  private severityOf(topic: Topic): Severity {
    let severity = this.severities.get(topic);
    if (!severity) this.severities.set(topic, (severity = worstSeverity(topic.severities)));
    return severity;
  }

  /** By the advisories of the package, all of which must be rid of; by what CVEs name of a product otherwise. */
  private fixFor(topic: Topic, version: string, { judgements, deciding }: Verdict): string | null {
    const { by } = topic.statements[deciding]!;
    const own = by === 'product' ? judgements : judgements.filter((_, place) => topic.statements[place]!.by === by);
    const candidates = this.later(version, own.flatMap(({ fixedIn }) => fixedIn)); // prettier-ignore
    if (by === 'product' || candidates.length <= 1) return candidates[0]?.text ?? null;
    const affected = candidates.map(({ text }) => this.stillAffecting(topic, text));
    return candidates[affected.indexOf(Math.min(...affected))]!.text;
  }

  /** How many of the topic's advisories affect the version. */
  private stillAffecting(topic: Topic, version: string): number {
    const known = this.affectedFixes.get(topic) ?? new Map<string, number>();
    this.affectedFixes.set(topic, known);
    let count = known.get(version);
    if (count === undefined) {
      const own = topic.statements.filter(({ by }) => by === 'package');
      count = own.filter((one) => this.judgeStatement(one, version).status === 'affected').length;
      known.set(version, count);
    }
    return count;
  }
}

/** Affected before not affected, and both before unknown, among packages first and products second. */
function decidingPlace(statements: readonly Statement[], judgements: readonly Judgement[]): number {
  const byPackage = firstPlace('package', statements, judgements);
  const byProduct = firstPlace('product', statements, judgements);
  const isTold = byPackage >= 0 && (judgements[byPackage]!.status !== 'unknown' || byProduct < 0);
  return isTold ? byPackage : byProduct;
}

/** -1 where there is none of them. */
function firstPlace(by: Statement['by'], statements: readonly Statement[], judgements: readonly Judgement[]): number {
  let first = -1;
  for (let place = 0; place < statements.length; place += 1)
    if (statements[place]!.by === by && (first < 0 || rank(judgements[place]!) < rank(judgements[first]!)))
      first = place;
  return first;
}

const order: readonly VulnerabilityStatus[] = ['affected', 'not_affected', 'unknown'];
const rank = ({ status }: Judgement): number => order.indexOf(status);
