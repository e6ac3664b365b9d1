import { CallerError } from '../../model/errors.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import { EgressUnavailableError } from '../../platform/egress/egress-timer.js';
import { waitSecondsOf } from '../../platform/http/retry-after.js';
import { taken, type OutgoingMessage, type Receipt } from './receiver.js';

/** However long an answer is, only its beginning is read. */
const requestLimits = { maxBytes: Infinity, seconds: 15, silenceSeconds: 15 };
const maxTextLength = 500;

/** Posts JSON to an incoming webhook of Slack or Teams, whose address is the secret. */
export async function postMessage(outside: EgressClient, message: OutgoingMessage): Promise<Receipt> {
  try {
    const answer = await outside.send(message.secret, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(message.body),
      noRedirects: true,
      limits: requestLimits,
      signal: message.signal,
    });
    const { status, headers } = answer;
    let text = '';
    for await (const chunk of answer.body) if ((text += String(chunk)).length >= maxTextLength) break;
    // The older connectors of Teams answer 200 with the failure as text.
    if (status >= 200 && status < 300 && !/delivery failed/i.test(text)) return taken;
    return {
      error: `The receiver answered ${status}`,
      isTaken: false,
      isFinal: status === 404 || status === 410,
      waitSeconds: waitSecondsOf(headers),
    };
  } catch (error) {
    if (!(error instanceof CallerError) && !(error instanceof EgressUnavailableError)) throw error;
    return { error: error.message, isTaken: false, isFinal: false, waitSeconds: 0 };
  }
}
