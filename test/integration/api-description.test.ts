import type { Answer } from '../support/api-client.js';
import { DescribedAnswers } from '../support/described-answers.js';
import { ExampleWriter, recordedExamples, shapeOf, writeExamples, type RecordedExample } from '../support/recorded-examples.js'; // prettier-ignore
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import type { RouteRequest } from '../support/routes/route-case.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { send } from '../support/routes/sending.js';

const isRecording = process.env.UPDATE_EXAMPLES === '1';

/** The answers of every operation, compared with openapi.json; what a test records is its example there. */
describe('what openapi.json says of answers', () => {
  let service: RouteTestApp;
  let described: DescribedAnswers;
  const recorded: Record<string, RecordedExample> = {};

  beforeAll(async () => {
    service = await RouteTestApp.start();
    described = new DescribedAnswers();
  });
  afterAll(() => service.close());

  const faultsOf = (route: DescribedRoute, request: RouteRequest, answer: Answer): unknown[] => {
    const faults = described.faultsOf(route.method, `/${route.path}`, answer);
    return faults.length > 0 ? [{ route: route.name, request, status: answer.status, faults }] : [];
  };

  /** As an administrator of the organization, else as the system administrator. */
  async function ask(route: DescribedRoute, request: RouteRequest): Promise<Answer> {
    const { root, red } = service.fixtures;
    if (routeCases[route.name]!.endsSession) return send(service.app.client.as(await freshToken()), route, request);
    const answer = await send(red.admin.client, route, request);
    return answer.status === 403 ? send(root.client, route, request) : answer;
  }

  async function freshToken(): Promise<string> {
    const { root } = service.fixtures;
    const username = service.fixtures.fresh('leaver');
    const made = await root.client.post('v1/users/createUser', { username, password: 'a long passphrase, once' });
    expect(made.status).toBe(200);
    const login = { username, password: 'a long passphrase, once' };
    return (await service.app.client.post('v1/sessions/login', login)).body.data.jwt;
  }

  it('holds for every operation, closed', async () => {
    const wrong: unknown[] = [];
    for (const route of service.routes) {
      const { request, also = [], success = 200 } = routeCases[route.name]!;
      for (const [index, make] of [request, ...also].entries()) {
        const asked = await make(service.fixtures, service.fixtures.red);
        const answer = await ask(route, asked);
        wrong.push(...faultsOf(route, asked, answer));
        if (index > 0) continue;
        if (answer.status !== success) wrong.push({ route: route.name, status: answer.status, body: answer.body });
        record(route, asked, answer);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('holds for the errors of every operation', async () => {
    const wrong: unknown[] = [];
    for (const route of service.routes) {
      const asked = await routeCases[route.name]!.request(service.fixtures, service.fixtures.red);
      const client = service.fixtures.red.admin.client;
      const odd = { ...asked, query: { ...asked.query, limt: '5' } };
      const unknownIds = JSON.parse(
        JSON.stringify({ query: asked.query, body: asked.body }).replaceAll(/[0-9a-f-]{36}/g, missingId),
      ) as RouteRequest;
      for (const [by, request] of [
        [service.app.client, asked],
        [client, odd],
        [client, { ...asked, ...unknownIds }],
        ...(asked.body === undefined ? [] : [[client, { query: asked.query, body: 'text' }] as const]),
      ] as const)
        if (!routeCases[route.name]!.endsSession)
          wrong.push(...faultsOf(route, request, await send(by, route, request)));
    }
    expect(wrong).toEqual([]);
  });

  it('has examples that the service answers with', () => {
    if (isRecording) writeExamples(recorded);
    const shapes = (examples: Record<string, RecordedExample>): object =>
      Object.fromEntries(
        Object.entries(examples).map(([id, { request, status, answer }]) => [
          id,
          { status, request: shapeOf(request), answer: shapeOf(answer) },
        ]),
      );
    // Else: UPDATE_EXAMPLES=1 npm test -- test/integration/api-description.test.ts && npm run openapi
    expect(shapes(recordedExamples())).toEqual(shapes(recorded));
  });

  function record(route: DescribedRoute, { body }: RouteRequest, answer: Answer): void {
    const id = described.operations.get(route.name)!.operationId as string;
    const mediaType = answer.headers.get('content-type') ?? '';
    if (!mediaType.startsWith('application/json') || answer.status >= 400) return;
    const { write } = new ExampleWriter();
    recorded[id] = {
      ...(body !== undefined && { request: write(body) }),
      status: answer.status,
      answer: write(answer.body),
    };
  }
});

const missingId = '0198c0de-ffff-7fff-8fff-ffffffffffff';
