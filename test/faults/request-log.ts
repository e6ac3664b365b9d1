import type { ApiClient } from '../support/api-client.js';
import type { ClientAnswer } from './history.js';

type SentRequest = Parameters<ApiClient['send']>[2];

/** By which the audit events of these requests are found. */
export const requestPrefix = 'fault-';

/** Requests of a client under ids of its own. */
export class RequestLog {
  /** Of every request; 599 where there was no answer. */
  readonly statuses: number[] = [];
  private count = 0;

  /** Never throws. */
  async post(
    client: ApiClient,
    path: string,
    request: SentRequest,
  ): Promise<{ answer: ClientAnswer; requestId: string }> {
    const requestId = `${requestPrefix}${(this.count += 1)}`;
    const status = await client.send('POST', path, { ...request, headers: { 'X-Request-Id': requestId } }).then(
      (answer) => answer.status,
      () => 599,
    );
    this.statuses.push(status);
    return { answer: status < 300 ? 'acknowledged' : status < 500 ? 'refused' : 'unknown', requestId };
  }
}
