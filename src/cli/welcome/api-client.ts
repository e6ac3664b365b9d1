import { basename } from 'node:path';
import { openAsBlob } from 'node:fs';

/** A client of the HTTP API. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  get<T>(path: string, query: Record<string, string> = {}): Promise<ApiResponse<T>> {
    return this.send('GET', path, query);
  }

  post<T>(path: string, query: Record<string, string>, body: object = {}): Promise<ApiResponse<T>> {
    return this.send('POST', path, query, JSON.stringify(body));
  }

  async upload<T>(path: string, query: Record<string, string>, file: string): Promise<ApiResponse<T>> {
    const form = new FormData();
    form.append('file', await openAsBlob(file), basename(file));
    return this.send('POST', path, query, form);
  }

  /** States of a job until it ends (server-sent events; reconnects when the connection is lost). */
  async *jobStates(id: string): AsyncGenerator<JobStatus> {
    for (;;) {
      const response = await this.fetch('GET', 'v1/jobs/events', { id });
      let text = '';
      for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const messages = (text + piece).split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          const data = /^data: (.*)$/m.exec(message)?.[1];
          if (!data) continue;
          yield JSON.parse(data) as JobStatus;
          if (/^event: end$/m.test(message)) return;
        }
      }
    }
  }

  private async send<T>(
    method: string,
    path: string,
    query: Record<string, string>,
    body?: string | FormData,
  ): Promise<ApiResponse<T>> {
    return (await (await this.fetch(method, path, query, body)).json()) as ApiResponse<T>;
  }

  private async fetch(
    method: string,
    path: string,
    query: Record<string, string>,
    body?: string | FormData,
  ): Promise<Response> {
    const response = await fetch(`${this.url}/${path}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    if (response.ok) return response;
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}

export interface ApiResponse<T> {
  readonly data: T;
  readonly meta: { readonly total_count: number; readonly job_id?: string };
}

export interface JobStatus {
  readonly status: string;
  readonly stage: string | null;
  readonly done: number;
  readonly total: number | null;
  readonly error: string | null;
}
