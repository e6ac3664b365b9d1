import type { Settled } from './types.js';

/** An undo that was not answered yet. */
export interface Undo {
  readonly of: Settled;
  /** Null: the decision was not answered yet either, and may have been taken. */
  readonly decisionId: string | null;
}

export interface KeptDecisions {
  readonly settled: readonly Settled[];
  readonly undos: readonly Undo[];
}

export interface Owner {
  readonly id: string;
  readonly username: string;
}

/** What waits for its owner to sign in again. */
export interface Unsent {
  readonly username: string;
  readonly count: number;
}

interface Kept extends KeptDecisions {
  readonly username: string;
}

const prefix = 'decisions ';

/** Of those that the service has; what it does not have yet is kept whatever its number. */
const maxSaved = 200;

const isSaved = ({ state }: Settled): boolean => state === 'saved';

/** Keeps in this tab what was decided, so that a reload loses neither what is unsent nor what can be undone. */
export function keepDecisions({ id, username }: Owner, { settled, undos }: KeptDecisions): void {
  const saved = settled.filter(isSaved).slice(-maxSaved);
  write(id, { username, settled: settled.filter((one) => !isSaved(one) || saved.includes(one)), undos });
}

/** What was kept, with what has to be sent again. Of others only that stays. */
export function recallDecisions(userId: string): KeptDecisions {
  forgetSent(userId);
  const { settled, undos } = read(userId);
  return { settled: settled.map((one) => (isSaved(one) ? one : { ...one, state: 'waiting' })), undos };
}

/** Leaves of everybody but the user only what the service does not have: nobody else may see, or lose, more of it. */
export function forgetSent(userId: string | null): void {
  for (const id of owners()) {
    if (id === userId) continue;
    const kept = read(id);
    write(id, { ...kept, settled: kept.settled.filter((one) => !isSaved(one)) });
  }
}

/** What others than the user decided in this tab, and the service does not have. */
export const unsentOfOthers = (userId: string | null): readonly Unsent[] =>
  owners()
    .filter((id) => id !== userId)
    .map((id) => read(id))
    .map(({ username, settled, undos }) => ({
      username,
      count: settled.filter((one) => !isSaved(one)).length + undos.length,
    }))
    .filter(({ count }) => count > 0);

const owners = (): string[] =>
  Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index) ?? '')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

function read(userId: string): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + userId) ?? '') as Kept;
  } catch {
    return { username: '', settled: [], undos: [] };
  }
}

function write(userId: string, kept: Kept): void {
  if (kept.settled.length + kept.undos.length === 0) return sessionStorage.removeItem(prefix + userId);
  try {
    sessionStorage.setItem(prefix + userId, JSON.stringify(kept));
  } catch {
    // The browser gives no room: they end with the page, as its warning before leaving says.
  }
}
