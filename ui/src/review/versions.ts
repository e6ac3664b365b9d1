import { signal } from '@preact/signals';
import { get } from '../api.js';
import type { ReviewVersion } from '../generated/api.js';
import { refusal } from './sender.js';
import type { Choice, ReviewGroup, ShownCandidate } from './types.js';

interface Shown {
  readonly group: string;
  readonly candidate: ShownCandidate;
  /** Null: not loaded yet. */
  readonly versions: readonly ReviewVersion[] | null;
}

/** The versions that the entries of a name have, beside those that the catalogue has for the marked candidate. */
export class Versions {
  readonly shown = signal<Shown | null>(null);

  constructor(private readonly orgId: string) {}

  close(): void {
    this.shown.value = null;
  }

  async open(group: ReviewGroup, candidate: ShownCandidate): Promise<void> {
    const of = (kind: string): string | undefined => candidate.coordinates.find((one) => one.kind === kind)?.identifier;
    const [purl, cpe] = [of('package'), of('product')];
    this.shown.value = { group: group.id, candidate, versions: null };
    try {
      const query = { org_id: this.orgId, group: group.id, purl, ...(purl === undefined && { cpe }) };
      const { data } = await get('v1/review/getVersions', query);
      if (this.shown.value?.group === group.id) this.shown.value = { group: group.id, candidate, versions: data };
    } catch (error) {
      this.close();
      refusal.value = { name: '', reason: (error as Error).message };
    }
  }
}

/** The candidate in that version, without the identifiers that the reviewer took out. A repository has none. */
export function choiceInVersion(
  { coordinates }: ShownCandidate,
  version: string,
  leftOut: ReadonlySet<string>,
): Choice {
  const choice: Record<string, string> = {};
  for (const { kind, identifier } of coordinates) {
    if (leftOut.has(identifier)) continue;
    if (kind === 'package') choice.purl = purlInVersion(identifier, version);
    if (kind === 'product') choice.cpe = cpeInVersion(identifier, version);
  }
  return choice;
}

function purlInVersion(purl: string, version: string): string {
  const [, main = purl, rest = ''] = /^([^?#]*)(.*)$/s.exec(purl) ?? [];
  const at = main.lastIndexOf('@');
  const plain = at > main.lastIndexOf('/') ? main.slice(0, at) : main;
  return `${plain}@${encodeURIComponent(version)}${rest}`;
}

function cpeInVersion(cpe: string, version: string): string {
  const parts = cpe.split(/(?<!\\):/);
  parts[5] = version.replace(/[^A-Za-z0-9._-]/g, (sign) => `\\${sign}`);
  return parts.join(':');
}
