import type { Settled } from './types.js';

/** An undo that was not answered yet. */
export interface Undo {
  readonly of: Settled;
  readonly decisionId: string;
}

export interface KeptDecisions {
  readonly settled: readonly Settled[];
  readonly undos: readonly Undo[];
}

const prefix = 'decisions ';

/** Of those that the service has; what it does not have yet is kept whatever its number. */
const maxSaved = 200;

/** Keeps in this tab what was decided, so that a reload loses neither what is unsent nor what can be undone. */
export function keepDecisions(userId: string, { settled, undos }: KeptDecisions): void {
  const saved = settled.filter(({ state }) => state === 'saved').slice(-maxSaved);
  const kept = settled.filter((one) => one.state !== 'saved' || saved.includes(one));
  try {
    sessionStorage.setItem(prefix + userId, JSON.stringify({ settled: kept, undos }));
  } catch {
    // The browser gives no room: they end with the page, as its warning before leaving says.
  }
}

/** What was kept, with what has to be sent again; that of other users is forgotten. */
export function recallDecisions(userId: string): KeptDecisions {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && key !== prefix + userId) sessionStorage.removeItem(key);
  try {
    const { settled, undos } = JSON.parse(sessionStorage.getItem(prefix + userId) ?? '') as KeptDecisions;
    return {
      settled: settled.map((one) => (one.state === 'saved' ? one : { ...one, state: 'waiting' })),
      undos,
    };
  } catch {
    return { settled: [], undos: [] };
  }
}
