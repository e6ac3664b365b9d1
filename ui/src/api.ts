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
    return this.isUnanswered || this.status === 429 || this.body.reason === 'request_in_progress';
  }

  /** Whether it was done is not known. */
  get isUnanswered(): boolean {
    return this.status === 0 || this.status >= 500;
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
  const isKeyed = keyHeader in more;
  const headers: Record<string, string> = method === 'GET' ? {} : { 'X-CSRF-Protection': '1', ...more };
  if (typeof body === 'string') headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(address, { method, headers, body: body ?? null, credentials: 'same-origin' });
  } catch {
    throw unanswered(isKeyed);
  }
  isOffline.value = false;
  if (response.ok) return response;
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (response.status === 401 && !address.endsWith('/sessions/login')) onSignedOut();
  throw new ApiError(response.status, messageOf(response, answer, isKeyed), answer);
}

/** Where nothing is answered, or the answer ends before its end. */
function unanswered(isKeyed: boolean): ApiError {
  isOffline.value = true;
  return new ApiError(0, isKeyed ? texts.errors.unanswered : texts.errors.offline);
}

function messageOf(response: Response, answer: Readonly<Record<string, unknown>>, isKeyed: boolean): string {
  const { status, headers } = response;
  const { errors } = texts;
  // A proxy may name a moment instead of seconds.
  if (status === 429 || status === 503) return errors.busy(Number(headers.get('Retry-After')) || 5);
  if (status >= 500) {
    const id = String(answer.request_id ?? headers.get('X-Request-Id') ?? '');
    if (id === '') return isKeyed ? errors.betweenChange(status) : errors.between(status);
    return isKeyed ? errors.serverChange(id) : errors.server(id);
  }
  if (answer.reason === 'request_in_progress') return errors.inProgress;
  if (answer.reason === 'request_carried_out') return errors.carriedOut;
  return typeof answer.message === 'string' ? answer.message : errors.status(status);
}

async function answerOf<T>(response: Response, isKeyed = false): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    throw unanswered(isKeyed);
  }
}

const keyHeader = 'Idempotency-Key';

/** They take no key, or are asked so often by the page itself that none is kept: what they do twice is done once. */
export const withoutKey: readonly string[] = [
  'v1/review/claim',
  'v1/ruleset/evaluateRuleset',
  'v1/sessions/finishSignIn',
  'v1/sessions/login',
  'v1/sessions/renew',
  'v1/sessions/startSignIn',
  'v1/share/previewShare',
  'v1/users/getUserNames',
];

/** Keys of changes of which nobody knows whether they were made, by what was asked. */
const openKeys = new Map<string, string>();

/** Where `crypto.randomUUID` is missing too: on a host without TLS. */
export const newRequestKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

interface Change {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly query?: Query;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asked again after its answer was lost, it is not done twice: it has the key that it had. */
async function change<T>(wanted: Change): Promise<T> {
  const { method, path, query = {}, body, headers = {} } = wanted;
  const address = addressOf(path, query);
  const isFile = body instanceof File;
  const content = isFile ? formOf(body) : JSON.stringify(body);
  if (withoutKey.includes(path) || query.dry_run) return answerOf(await request(method, address, content, headers));
  const asked = [method, address, isFile ? `${body.name} ${body.size} ${body.lastModified}` : content].join('\n');
  const key = headers[keyHeader] ?? openKeys.get(asked) ?? newRequestKey();
  try {
    const answer = await answerOf<T>(await request(method, address, content, { ...headers, [keyHeader]: key }), true);
    openKeys.delete(asked);
    return withSecrets(answer);
  } catch (error) {
    // Until it is known: a refusal of the repetition, as after the end of a session, says nothing of the first time.
    const { isUnanswered, body: said } = error as ApiError;
    if (isUnanswered) openKeys.set(asked, key);
    // Another file that has name, size and time of the earlier one.
    if (said.reason === 'idempotency_key_reused' && openKeys.delete(asked)) return change(wanted);
    throw error;
  }
}

/** @throws ApiError where the answer is the repeated one, which has lost what is shown once */
function withSecrets<T>(answer: T): T {
  const { meta } = answer as { meta?: { left_out?: readonly string[] } };
  if (meta?.left_out) throw new ApiError(200, texts.errors.shownOnce);
  return answer;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

export async function get<P extends Path<'GET'>>(path: P, query: Query = {}): Promise<Answer<'GET', P>> {
  return answerOf(await request('GET', addressOf(path, query)));
}

export const post = <P extends Path<'POST'>>(
  path: P,
  body: unknown = {},
  query: Query = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<'POST', P>> => change({ method: 'POST', path, query, body, headers });

export const put = <P extends Path<'PUT'>>(
  path: P,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<'PUT', P>> => change({ method: 'PUT', path, body, headers });

export const upload = <P extends Path<'POST'>>(path: P, file: File, query: Query): Promise<Answer<'POST', P>> =>
  change({ method: 'POST', path, query, body: file });

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
