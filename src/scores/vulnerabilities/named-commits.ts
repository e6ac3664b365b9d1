import type { Json, JsonObject } from '../../model/document.js';
import { filledObjectsOf, optionalText, textOf } from '../../model/json.js';
import { osvRepository } from '../../model/osv-package.js';
import { purlKey } from '../../model/purl.js';
import { affected, type Assessment, notAffected, unknown } from './assessment.js';

/**
 * Full hashes of the commits of one repository that the GIT ranges of a record name. Other commits cannot be assessed
 * without the history of the repository.
 */
export interface NamedCommits {
  /** Commits that introduced the vulnerability or are the last with it. */
  readonly affected: readonly string[];
  readonly fixed: readonly string[];
}

interface CommitRanges {
  readonly commits: NamedCommits;
  /** Every range has an end. */
  readonly isClosed: boolean;
}

/** Commit ranges of one `affected[]`, by `purlKey` of the repository (`pkg:github/owner/name`). */
export function parseCommits(affected: JsonObject): Map<string, CommitRanges> {
  const byRepository = new Map<string, CommitRanges>();
  for (const range of filledObjectsOf(affected.ranges)) {
    const purl = range.type === 'GIT' ? osvRepository(textOf(range.repo)) : null;
    if (!purl) continue;
    const events = filledObjectsOf(range.events);
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

/** Whether a range of commits has no end: what is released later may be affected too. */
export const hasOpenCommits = (affected: JsonObject): boolean =>
  filledObjectsOf(affected.ranges).some(
    ({ type, events }) =>
      type === 'GIT' &&
      !filledObjectsOf(events).some(({ fixed, last_affected: last, limit }) =>
        [fixed, last, limit].some((end) => !['', '*'].includes(optionalText(end) ?? '')),
      ),
  );

const commitOf = (value: Json | undefined): string[] => {
  const text = optionalText(value)?.toLowerCase() ?? '';
  return isCommit(text) && text.length >= 40 ? [text] : [];
};

/** Git abbreviates hashes to at least seven digits. */
const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/i.test(text);

/** Assesses a version that is a full or abbreviated commit; null where it is not a commit. */
export function assessCommit(text: string, { affected: named, fixed }: NamedCommits): Assessment | null {
  if (!isCommit(text)) return null;
  const matches = (commit: string): boolean => commit.startsWith(text.toLowerCase());
  if (named.some(matches)) return affected(`Commit ${text} is named as affected`, []);
  if (fixed.some(matches)) return notAffected(`Commit ${text} is named as the one that fixes it`);
  return unknown('It depends on the history of the repository, which is not known');
}
