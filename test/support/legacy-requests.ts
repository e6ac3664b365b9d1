import type { TestApp } from './app.js';

export type LegacyQuery = Record<string, string>;

/** Requests as the legacy client sends them: no Accept header, JSON without Content-Type, everything in `{ data, meta }`. */
export class LegacyRequests {
  constructor(
    private readonly app: TestApp,
    private readonly authorization: string,
  ) {}

  readonly send = async (method: string, path: string, query: LegacyQuery = {}, body?: unknown) => {
    const text = new URLSearchParams(query).toString();
    const response = await fetch(`${this.app.url}/${path}${text && `?${text}`}`, {
      method,
      headers: { Authorization: this.authorization },
      ...(body !== undefined && { body: new Uint8Array(Buffer.from(JSON.stringify(body))) }),
    });
    const answer = await response.text();
    return { status: response.status, body: answer === '' ? null : JSON.parse(answer) };
  };

  readonly data = async (method: string, path: string, query?: LegacyQuery, body?: unknown): Promise<any> => {
    const answer = await this.send(method, path, query, body);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    expect(answer.body.meta).toMatchObject({ total_count: expect.any(Number), offset: 0 });
    return answer.body.data;
  };
}

/** What Go sends for a time that it does not have. */
export const zeroTime = '0001-01-01T00:00:00Z';

/** A whole project, with the zero values of what the caller left. */
export const legacyProject = {
  name: 'Shop',
  type: 'git',
  source: 'https://github.com/acme/shop.git',
  branch: 'main',
  description: '',
  active: true,
  chat_channel: '',
  created_at: zeroTime,
  updated_at: zeroTime,
  deploy_key: '',
  should_monitor: true,
  monitor_frequency: '',
  poc_name: '',
  poc_email: '',
  username: '',
  password: '',
  key_fingerprint: '',
  private: false,
  aliases: null,
  tags: null,
  ruleset_history: null,
};
