import { startApp, type TestApp } from '../support/app.js';

describe('the HTTP edge', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('is alive and ready', async () => {
    expect(await app.client.get('health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await app.client.get('health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('answers an unknown path with the one error body and a request id', async () => {
    const answer = await app.client.get('v1/nothing/here');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      message: 'There is no endpoint /v1/nothing/here',
      code: 404,
      reason: 'not_found',
      request_id: answer.headers.get('x-request-id'),
    });
  });

  it('takes over a harmless request id and makes its own for any other', async () => {
    const send = (id: string) => app.client.send('GET', 'health/live', { headers: { 'X-Request-Id': id } });
    expect((await send('trace-1')).headers.get('x-request-id')).toBe('trace-1');
    expect((await send('a b "c"')).headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers 405 with the methods that are allowed', async () => {
    const answer = await app.client.post('health/live', {});
    expect(answer).toMatchObject({ status: 405, body: { code: 405 } });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    ['broken JSON', '{"a":', /not valid JSON/],
    ['NUL in a string', JSON.stringify({ a: { b: '\0' } }), /a\.b must not contain the character U\+0000/],
    ['half a surrogate pair', '{"a":"\\ud800"}', /well-formed Unicode/],
    ['nesting without end', '['.repeat(100_000) + ']'.repeat(100_000), /deeper than 64/],
  ])('refuses %s as the caller’s fault', async (_what, raw, message) => {
    const answer = await app.client.send('POST', 'v1/anything', { raw });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });

  it('refuses a body over the limit before it is read', async () => {
    const answer = await app.client.send('POST', 'v1/anything', { raw: new Uint8Array(33 * 1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { code: 413 } });
  });

  it('sends the security headers and says nothing of its make', async () => {
    const { headers } = await app.client.get('health/live');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });
});
