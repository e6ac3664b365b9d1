import type { Json, JsonObject } from '../../model/document.js';
import { osvRepository } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import { objectsOf, textOf } from './json-fields.js';
import { affected, type Assessment, notAffected, unknown } from './assessment.js';

/**
 * Commits of one repository that the GIT ranges of a record name, in full. Others lie before or after them in a history
 * that is not here, and can be judged neither way.
 */
export interface NamedCommits {
  /** Introduced it, or are the last with it. */
  readonly affected: readonly string[];
  readonly fixed: readonly string[];
}

interface CommitRanges {
  readonly commits: NamedCommits;
  /** Each of the ranges has an end. */
  readonly isClosed: boolean;
}

/** By `purlKey` of the repository (`pkg:github/owner/name`), what the GIT ranges of one `affected[]` name of it. */
export function parseCommits(affected: JsonObject): Map<string, CommitRanges> {
  const byRepository = new Map<string, CommitRanges>();
  for (const range of objectsOf(affected.ranges)) {
    const purl = range.type === 'GIT' ? osvRepository(textOf(range.repo) ?? '') : null;
    if (!purl) continue;
    const events = objectsOf(range.events);
    const named = (...fields: string[]): string[] =>
      events.flatMap((event) => fields.flatMap((field) => commitOf(event[field])));
    const existing = byRepository.get(purlKey(purl));
    byRepository.set(purlKey(purl), {
      commits: {
        affected: [...(existing?.commits.affected ?? []), ...named('introduced', 'last_affected')],
        fixed: [...(existing?.commits.fixed ?? []), ...named('fixed')],
      },
      isClosed: (existing?.isClosed ?? true) && named('fixed', 'last_affected', 'limit').length > 0,
    });
  }
  return byRepository;
}

const commitOf = (value: Json | undefined): string[] => {
  const text = textOf(value)?.toLowerCase() ?? '';
  return isCommit(text) && text.length >= 40 ? [text] : [];
};

/** Git abbreviates to seven digits at least. */
const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/i.test(text);

/** What is said of a version that is a commit, in full or abbreviated; null where it is none. */
export function assessCommit(text: string, { affected: named, fixed }: NamedCommits): Assessment | null {
  if (!isCommit(text)) return null;
  const matches = (commit: string): boolean => commit.startsWith(text.toLowerCase());
  if (named.some(matches)) return affected(`Commit ${text} is named as affected`, []);
  if (fixed.some(matches)) return notAffected(`Commit ${text} is named as the one that fixes it`);
  return unknown('It depends on the history of the repository, which is not known');
}
