import { readdirSync, readFileSync } from 'node:fs';
import { projectRoot } from '../../../src/platform/project-root.js';

interface Asked {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

type Outcome = number | 'cut' | 'early end' | object;

const asked: Asked[] = [];
const outcomes: Outcome[] = [];

const answerOf = (status: number, body: object): object => ({
  ok: status < 400,
  status,
  headers: new Headers(),
  json: () => Promise.resolve(body),
});

/** The service, or what stands before it, answers as the test says. */
const browser = {
  window: { addEventListener: () => undefined },
  fetch: async (address: string, { headers, body }: Asked) => {
    asked.push({ address, headers, body });
    const outcome = outcomes.shift() ?? 200;
    if (outcome === 'cut') throw new TypeError('Failed to fetch');
    if (outcome === 'early end') return { ...answerOf(200, {}), json: () => Promise.reject(new SyntaxError('end')) };
    if (typeof outcome === 'number') return answerOf(outcome, { data: {}, meta: {} });
    return answerOf('reason' in outcome ? 409 : 200, outcome);
  },
};
const { fetch } = globalThis;

interface Api {
  post(path: string, body: unknown, query?: object, headers?: object): Promise<unknown>;
  put(path: string, body: unknown): Promise<unknown>;
  upload(path: string, file: File, query: object): Promise<unknown>;
  readonly withoutKey: readonly string[];
}

/** Its types need a browser's, which these tests have not. */
const apiModule = '../../../ui/src/api';
let api: Api;

beforeAll(async () => {
  Object.assign(globalThis, browser);
  api = (await import(apiModule)) as Api;
});
// The files after this one run among the same globals.
afterAll(() => {
  Object.assign(globalThis, { fetch });
  Reflect.deleteProperty(globalThis, 'window');
});
beforeEach(() => void (asked.length = outcomes.length = 0));

const create = (name = 'one'): Promise<unknown> => api.post('v1/project/createProject', { name });
const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  );
const keys = (): (string | undefined)[] => asked.map(({ headers }) => headers['Idempotency-Key']);
const distinct = (): number => new Set(keys()).size;

describe('a change whose answer is lost', () => {
  it.each(['cut', 'early end', 500, 502, 504] as const)('has the same key when it is repeated (%s)', async (loss) => {
    outcomes.push(loss, loss, 200, 200);
    expect(await problemOf(create())).toContain('it is not done twice');
    expect(await problemOf(create())).toContain('may have been done');
    await create();
    expect([keys().length, distinct()]).toEqual([3, 1]);
    // It is known now: the next one is another.
    await create();
    expect(distinct()).toBe(2);
  });

  it('keeps its key while it is refused for another reason, as after the end of the session', async () => {
    outcomes.push('cut', 401, 429, { reason: 'request_in_progress' }, 200);
    for (let time = 0; time < 4; time += 1) await problemOf(create());
    await create();
    expect(distinct()).toBe(1);
  });

  it('is another one with another body, to another address or with another file', async () => {
    const file = (content: string): File => new File([content], 'a.json', { lastModified: 1 });
    outcomes.push('cut', 200, 200, 200, 'cut', 200, 200);
    await problemOf(create());
    await create('two');
    await api.put('v1/project/updateProject', { name: 'one' });
    await create();
    await problemOf(api.upload('v1/project/importSBOM', file('a'), { sbom_id: 'x' }));
    await api.upload('v1/project/importSBOM', file('abc'), { sbom_id: 'x' });
    await api.upload('v1/project/importSBOM', file('a'), { sbom_id: 'x' });
    const [lost, other, changed, again, sent, otherFile, sentAgain] = keys();
    expect([again, sentAgain]).toEqual([lost, sent]);
    expect(new Set([lost, other, changed, sent, otherFile]).size).toBe(5);
  });

  it('is asked with a new key where it is another one that looks the same', async () => {
    outcomes.push('cut', { reason: 'idempotency_key_reused' }, 200, { reason: 'idempotency_key_reused' });
    await problemOf(create('alike'));
    await create('alike');
    expect([keys().length, keys()[1] === keys()[0], distinct()]).toEqual([3, true, 2]);
    expect(await problemOf(create('alike'))).not.toBe('');
    expect(keys()).toHaveLength(4);
  });

  it('says what is known of it when it is repeated', async () => {
    outcomes.push('cut', { reason: 'request_in_progress' }, { reason: 'request_carried_out' }, 200);
    expect(await problemOf(create('said'))).toMatch(/^No answer came\. It may have been done\./);
    expect(await problemOf(create('said'))).toContain('still being done');
    expect(await problemOf(create('said'))).toContain('It was done');
  });

  it('does not show the mask of what is shown once', async () => {
    outcomes.push('cut', { data: { key: '********' }, meta: { left_out: ['key'] } }, 200);
    const make = (): Promise<unknown> => api.post('v1/users/createApiKey', { name: 'k' });
    await problemOf(make());
    expect(await problemOf(make())).toContain('has to be made anew');
    await make();
    expect(keys()[1]).toBe(keys()[0]);
    expect(keys()[2]).not.toBe(keys()[0]);
  });
});

it('gives each change a key of its own, and keeps one that it is given', async () => {
  outcomes.push(200, 400, 200, 200);
  await create();
  await problemOf(create());
  await create();
  expect(distinct()).toBe(3);
  await api.post('v1/review/decide', {}, {}, { 'Idempotency-Key': 'own' });
  expect(keys()[3]).toBe('own');
});

describe('what has no key', () => {
  it('does not say that it is done once', async () => {
    outcomes.push('cut', 502);
    expect(await problemOf(api.post('v1/sessions/login', {}))).toContain('No connection');
    const dryRun = api.upload('v1/project/importSBOM', new File([], 'a.json'), { org_id: 'x', dry_run: true });
    expect(await problemOf(dryRun)).not.toContain('twice');
    expect(keys()).toEqual([undefined, undefined]);
  });

  it('is all that the service takes none for', () => {
    const { paths } = JSON.parse(readFileSync(`${projectRoot}/openapi.json`, 'utf8'));
    const root = `${projectRoot}/ui/src`;
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
    const sources = files.map((path) => readFileSync(`${root}/${path}`, 'utf8'));
    const used = sources.flatMap((text) => [...text.matchAll(/\b(post|put)\(\s*'(v1\/[A-Za-z/]+)'/g)]);
    expect(used.length).toBeGreaterThan(60);
    const refused = used.filter(([, method, path]) => {
      const { parameters } = paths[`/${path}`][method!];
      return !parameters.some(({ $ref: of }: { $ref?: string }) => of?.endsWith('/IdempotencyKey'));
    });
    expect(refused.map(([, , path]) => path).filter((path) => !api.withoutKey.includes(path!))).toEqual([]);
  });
});
