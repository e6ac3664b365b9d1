export interface Answer<T = any> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** Speaks to the API as a client would: JSON in, JSON out, a bearer token. */
export class ApiClient {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  as(token: string): ApiClient {
    return new ApiClient(this.url, token);
  }

  get(path: string, query: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { query });
  }

  post(path: string, body?: unknown, query: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, { body, query });
  }

  put(path: string, body?: unknown, query: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, { body, query });
  }

  upload(path: string, file: Buffer | string, query: Record<string, string> = {}, filename = 'sbom'): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), filename);
    return this.send('POST', path, { form, query });
  }

  async send(
    method: string,
    path: string,
    request: {
      body?: unknown;
      form?: FormData;
      query?: Record<string, string>;
      headers?: Record<string, string>;
      raw?: string | Uint8Array;
    } = {},
  ): Promise<Answer> {
    const query = new URLSearchParams(request.query ?? {}).toString();
    const headers: Record<string, string> = { ...request.headers };
    if (this.token !== undefined) headers.Authorization ??= `Bearer ${this.token}`;
    if (request.body !== undefined) headers['Content-Type'] ??= 'application/json';
    const response = await fetch(`${this.url}/${path}${query ? `?${query}` : ''}`, {
      method,
      headers,
      body: request.form ?? request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }
}
