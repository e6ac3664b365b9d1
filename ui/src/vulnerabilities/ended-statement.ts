import { texts } from '../../texts.en.js';

interface Statement {
  readonly status: string;
  readonly stated_by: string;
  readonly expires_at: string | null;
  readonly end_reason: string | null;
}

/** It says nothing of the status any more. */
export const hasEnded = ({ status }: Statement): boolean => status === 'expired';

/** Whose statement holds no more, and why. */
export function endOf({ stated_by: who, expires_at: at, end_reason: reason }: Statement): string {
  const words = texts.vulnerabilities;
  return words.ended(who, (reason && words.endReasons[reason]) || words.heldUntil(at ? texts.moment(at) : ''));
}
