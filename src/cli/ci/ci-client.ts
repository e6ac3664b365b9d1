import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { UsageError } from '../usage.js';

/** Environment of the commands that speak to a service; the key is no option, because options are seen by others. */
export const ciVariables = { url: 'STOCKTAKE_URL', key: 'STOCKTAKE_API_KEY' } as const;

/** The service refused the request; its message is shown as it is. */
export class ServiceRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A client for pipelines: retries what may pass by itself. */
export class CiClient {
  private readonly url: string;
  private readonly key: string;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    const { [ciVariables.url]: url, [ciVariables.key]: key } = environment;
    if (!url || !key) throw new UsageError(`Set ${ciVariables.url} and ${ciVariables.key} (an API key)`);
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  async upload(file: string, query: Record<string, string>): Promise<UploadView> {
    const form = new FormData();
    form.append('file', await openAsBlob(file), basename(file));
    return this.send('POST', 'v1/project/uploadSBOM', query, form);
  }

  check(query: Record<string, string>): Promise<UploadView> {
    return this.send('GET', 'v1/project/checkSBOM', query);
  }

  private async send(
    method: string,
    path: string,
    query: Record<string, string>,
    body?: FormData,
  ): Promise<UploadView> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(`${this.url}/${path}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: { Authorization: `Bearer ${this.key}` },
        ...(body && { body }),
      });
      const answer = await answerOf(response);
      if (response.ok && answer.data) return answer.data;
      const isPassing = response.status === 429 || response.status === 503;
      if (!isPassing || attempt === maxAttempts) throw new ServiceRefusal(response.status, refusalOf(response, answer));
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(seconds, 1), maxPauseSeconds) * 1_000));
    }
  }
}

const maxAttempts = 5;
const maxPauseSeconds = 30;

interface Answer {
  readonly data?: UploadView;
  readonly message?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

async function answerOf(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    return {};
  }
}

function refusalOf(response: Response, { message, fields }: Answer): string {
  const details = Object.entries(fields ?? {}).map(([name, complaint]) => `\n  ${name} ${complaint}`);
  return `The service answered ${response.status}: ${message ?? response.statusText}${details.join('')}`;
}
