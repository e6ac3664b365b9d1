import { signal } from '@preact/signals';
import type { Answers } from './generated/api.js';
import { generalTexts as texts } from '../texts.en/general.js';

type Path<Method extends string> = keyof Answers extends infer Key
  ? Key extends `${Method} ${infer Rest}`
    ? Rest
    : never
  : never;
type Answer<Method extends string, P extends string> = `${Method} ${P}` extends keyof Answers
  ? Answers[`${Method} ${P}`]
  : never;

/** What a route answers in `data`. */
export type Data<Route extends keyof Answers> = Answers[Route] extends { readonly data: infer T } ? T : never;

/** A refusal or failure; `message` says what to do. Status 0: no connection. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }

  /** Trying the same again may succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The last request found no connection. */
export const isOffline = signal(false);
window.addEventListener('offline', () => void (isOffline.value = true));

/** Called when the session has ended. */
let onSignedOut: () => void = () => undefined;
export const whenSignedOut = (act: () => void): void => void (onSignedOut = act);

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>;

const addressOf = (path: string, query: Query): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return `/${path}${text ? `?${text}` : ''}`;
};

export async function request(
  method: string,
  address: string,
  body?: BodyInit,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'X-CSRF-Protection': '1', ...more };
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(address, { method, headers, body: body ?? null, credentials: 'same-origin' });
  } catch {
    isOffline.value = true;
    throw new ApiError(0, texts.errors.offline);
  }
  isOffline.value = false;
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.status === 401 && !address.endsWith('/sessions/login')) onSignedOut();
  throw new ApiError(response.status, messageOf(response, answer), answer);
}

function messageOf(response: Response, answer: Readonly<Record<string, unknown>>): string {
  const { status, headers } = response;
  // A proxy may name a moment instead of seconds.
  if (status === 429 || status === 503) return texts.errors.busy(Number(headers.get('Retry-After')) || 5);
  if (status >= 500) {
    const id = String(answer.request_id ?? headers.get('X-Request-Id') ?? '');
    return id === '' ? texts.errors.between(status) : texts.errors.server(id);
  }
  return typeof answer.message === 'string' ? answer.message : texts.errors.status(status);
}

/** What ends before its end may have been done all the same, as where nothing is answered. */
async function answerOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    isOffline.value = true;
    throw new ApiError(0, texts.errors.offline);
  }
}

export async function get<P extends Path<'GET'>>(path: P, query: Query = {}): Promise<Answer<'GET', P>> {
  return answerOf(await request('GET', addressOf(path, query)));
}

export async function post<P extends Path<'POST'>>(
  path: P,
  body: unknown = {},
  query: Query = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<'POST', P>> {
  return answerOf(await request('POST', addressOf(path, query), JSON.stringify(body), headers));
}

export async function put<P extends Path<'PUT'>>(
  path: P,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<'PUT', P>> {
  return answerOf(await request('PUT', `/${path}`, JSON.stringify(body), headers));
}

export async function upload<P extends Path<'POST'>>(path: P, file: File, query: Query): Promise<Answer<'POST', P>> {
  const form = new FormData();
  form.append('file', file, file.name);
  return answerOf(await request('POST', addressOf(path, query), form));
}

/** What a file cannot express, and how often. */
export interface Loss {
  readonly what: string;
  readonly count: number;
}

/** Downloads what a GET, or a POST with a body, answers. @returns what the file lacks; null: the service says so only in the envelope */
export async function download(path: string, query: Query, body?: unknown): Promise<readonly Loss[] | null> {
  const response = await (body === undefined
    ? request('GET', addressOf(path, query))
    : request('POST', addressOf(path, query), JSON.stringify(body)));
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ? decodeURIComponent(name) : 'sbom';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  const losses = response.headers.get('Stocktake-Losses');
  return losses === null ? null : (JSON.parse(losses) as Loss[]);
}
