import type { BomComponent, BomHeader } from '../model/document.js';
import { documentFacts } from './document-facts.js';
import {
  type CheckedDocument,
  type QualityStandard,
  qualityStandards,
  type QualityRequirement,
} from './requirements.js';

/** `not_checked`: the format has no field for it, or the document has no component; nothing can be said. */
export const requirementStatuses = ['met', 'not_met', 'not_checked'] as const;

/** A component that misses something. */
export interface LackingComponent {
  /** bom-ref or SPDXID. */
  readonly ref: string;
  readonly name: string;
  readonly version: string;
  /** Where in the file it stands. */
  readonly place: string;
}

export interface RequirementResult {
  readonly id: string;
  readonly title: string;
  readonly scope: 'document' | 'component';
  readonly status: (typeof requirementStatuses)[number];
  /** How many components were checked; 1 for the document. */
  readonly checked: number;
  /** How many of them miss it. */
  readonly lacking: number;
  /** The first of them. */
  readonly components: readonly LackingComponent[];
  /** How to mend it; empty where it is met. */
  readonly mend: string;
}

export interface StandardResult {
  readonly id: string;
  readonly title: string;
  /** Every requirement is met. */
  readonly met: boolean;
  /** Mean share of what meets each requirement that could be checked, 0–100; null: none could be checked. */
  readonly score: number | null;
  /** In the order of the standard. */
  readonly requirements: readonly RequirementResult[];
}

/** Components that are named of a requirement; the others are counted. */
export const maxNamedComponents = 20;

/** Adds what the edges name on either side; an edge to nothing relates nothing. */
export function addRelatedRefs(
  related: Set<string>,
  edges: readonly { readonly from: string; readonly to: readonly string[] }[],
): void {
  for (const { from, to } of edges) for (const ref of to.length > 0 ? [from, ...to] : []) related.add(ref);
}

interface Tally {
  checked: number;
  lacking: number;
  readonly components: LackingComponent[];
}

/** Checks a document against the standards, one component after another; memory does not grow with the document. */
export class QualityCheck {
  private readonly tallies = new Map<string, Tally>();
  private readonly document: CheckedDocument;
  private readonly requirements: readonly QualityRequirement[];

  /**
   * @param subject the product that the document describes; it is checked as a component, too
   * @param related refs of the components that a dependency names
   */
  constructor(
    header: BomHeader,
    subject: BomComponent | null,
    private readonly related: ReadonlySet<string>,
    private readonly standards: readonly QualityStandard[] = qualityStandards,
  ) {
    this.document = { header, facts: documentFacts(header), hasSubject: subject !== null };
    this.requirements = [...new Set(standards.flatMap((one) => one.requirements))];
    for (const requirement of this.requirements)
      if (requirement.scope === 'document') this.count(requirement.id, requirement.check(this.document), null);
    if (subject) this.add(subject);
  }

  /** The results for an SBOM without a file: nothing can be said. */
  static withoutFile(standards: readonly QualityStandard[]): StandardResult[] {
    return standards.map(({ id, title, requirements }) => ({
      id,
      title,
      met: false,
      score: null,
      requirements: requirements.map((one) => resultOf(one, null)),
    }));
  }

  add(component: BomComponent): void {
    for (const [requirement, isMet] of this.checked(component)) this.count(requirement.id, isMet, component);
  }

  /** What a component misses, without counting it. */
  lackingOf(component: BomComponent): QualityRequirement[] {
    return this.checked(component).flatMap(([requirement, isMet]) => (isMet === false ? [requirement] : []));
  }

  private checked(component: BomComponent): [QualityRequirement, boolean | null][] {
    const checked = { component, hasRelationship: this.related.has(component.ref) };
    return this.requirements.flatMap((one) =>
      one.scope === 'component' ? [[one, one.check(checked, this.document)]] : [],
    );
  }

  results(): StandardResult[] {
    return this.standards.map(({ id, title, requirements }) => {
      const results = requirements.map((one) => resultOf(one, this.tallies.get(one.id) ?? null));
      const shares = results.flatMap(({ checked, lacking }) => (checked === 0 ? [] : [1 - lacking / checked]));
      const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
      return {
        id,
        title,
        met: results.every(({ status }) => status === 'met'),
        score: shares.length === 0 ? null : Math.floor(mean * 1_000) / 10,
        requirements: results,
      };
    });
  }

  private count(id: string, isMet: boolean | null, component: BomComponent | null): void {
    const tally = this.tallies.get(id) ?? { checked: 0, lacking: 0, components: [] };
    this.tallies.set(id, tally);
    if (isMet === null) return;
    tally.checked += 1;
    if (isMet) return;
    tally.lacking += 1;
    if (!component || tally.components.length >= maxNamedComponents) return;
    const { ref, name, version, place } = component;
    tally.components.push({ ref, name, version, place });
  }
}

function resultOf({ id, title, scope, mend }: QualityRequirement, tally: Tally | null): RequirementResult {
  const { checked, lacking, components } = tally ?? { checked: 0, lacking: 0, components: [] };
  const status = checked === 0 ? 'not_checked' : lacking > 0 ? 'not_met' : 'met';
  return { id, title, scope, status, checked, lacking, components, mend: status === 'met' ? '' : mend };
}
