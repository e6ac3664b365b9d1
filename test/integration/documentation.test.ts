import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startApp, type TestApp } from '../support/app.js';
import { projectRoot } from '../../src/platform/project-root.js';

describe('the API documentation', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('openapi.json is what the code says', async () => {
    const checked = promisify(execFile)(process.execPath, ['scripts/openapi.mjs', '--check'], { cwd: projectRoot });
    expect((await checked).stderr).toBe('');
  });

  it('describes every route under v1, with its caller, its answer and the error body', async () => {
    const { body: document } = await app.client.get('openapi.json');
    const documented = Object.entries<Record<string, any>>(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );
    const served = app.routes.all().filter(([, path]) => path.startsWith('/v1/'));
    expect(served.length).toBeGreaterThan(10);
    expect(documented.map(({ route }) => route.toLowerCase()).sort()).toEqual(
      served.map(([method, path]) => `${method} ${path}`.toLowerCase()).sort(),
    );
    for (const { route, operation } of documented) {
      expect({ route, permission: operation['x-permission'] }).toEqual({ route, permission: expect.any(String) });
      expect({ route, tags: operation.tags }).toEqual({ route, tags: [expect.any(String)] });
      const errors = Object.entries<any>(operation.responses).filter(([status]) => status >= '400');
      for (const [, { $ref }] of errors) {
        const answer = document.components.responses[$ref.replace('#/components/responses/', '')];
        expect(answer.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
      }
      expect({ route, errors: errors.map(([status]) => status) }).toEqual({
        route,
        errors: expect.arrayContaining(['400', '405', '429', '500', '503']),
      });
    }
  });

  it('refers only to schemas that it holds', async () => {
    const { body: document } = await app.client.get('openapi.json');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
    const known = Object.entries<object>(document.components).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect(references.filter((reference) => !known.includes(reference as string))).toEqual([]);
  });

  it('is shown at /docs by scripts that the content security policy lets run', async () => {
    const page = await app.client.get('docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    const scripts = [...page.body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(1);
    for (const [, attributes, inline] of scripts) {
      expect(inline.trim()).toBe('');
      const source = /src=['"]\.?\/?([^'"]+)['"]/.exec(attributes)?.[1] as string;
      const script = await app.client.get(source.startsWith('docs/') ? source : `docs/${source}`);
      expect({ source, status: script.status }).toEqual({ source, status: 200 });
      expect(script.headers.get('content-type')).toContain('javascript');
    }
  });
});
