import type { AlarmText, TextLimits } from '../alarm-text.js';
import type { ChannelTarget } from '../channels.repository.js';

/** A message on its way. */
export interface OutgoingMessage {
  /** The same in every attempt. */
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly target: ChannelTarget;
  /** The address of an incoming webhook, or a password. */
  readonly secret: string;
  readonly signal: AbortSignal;
}

/** What became of an attempt. */
export interface Receipt {
  /** What went wrong; empty: nothing did. */
  readonly error: string;
  /** The receiver has it; with an error beside it, not for every recipient. */
  readonly isTaken: boolean;
  /** The receiver will never take it; no further attempt. */
  readonly isFinal: boolean;
  /** How long the receiver asks to wait. */
  readonly waitSeconds: number;
}

export const taken: Receipt = { error: '', isTaken: true, isFinal: false, waitSeconds: 0 };

/** A kind of channel. */
export interface Receiver {
  readonly limits: TextLimits;
  /** The message as it is sent: JSON. Nothing in it may be read as markup of the receiver. */
  render(text: AlarmText): string;
  send(message: OutgoingMessage): Promise<Receipt>;
}
