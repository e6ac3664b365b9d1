import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

describe('getNotice', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    id = await newSbom(admin, { name: 'Shop', version: '1' });
    const license = (one: object) => ({ licenses: [{ license: one }] });
    const components = [
      library('free', '1.0.0', { ...license({ id: 'MIT' }), copyright: 'Copyright 2020 Ann' }),
      library('own', '1.0.0', license({ name: 'Acme 7', text: { content: 'Acme licence, own <b>words</b>' } })),
      library('choice', '1.0.0', { licenses: [{ expression: 'MIT OR GPL-2.0-only WITH Classpath-exception-2.0' }] }),
      library('named', '1.0.0', license({ name: 'Some house rules' })),
      library('silent\n  Licence: MIT', '1.0.0'),
    ];
    await importSbom(app, admin, id, cyclonedx(components));
  });
  afterAll(() => app.close());

  const notice = async (format?: string) => {
    const { status, body, headers } = await admin.client.get('v1/report/getNotice', { id, ...(format && { format }) });
    expect(status).toBe(200);
    return { text: String(body), body, type: headers.get('content-type') };
  };

  it('begins with what is missing, and has every text once', async () => {
    const { text, type } = await notice();
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^NOTICE of Shop 1\n\nThis product contains 5 components/);
    const missing = text.slice(text.indexOf('INCOMPLETE'), text.indexOf('\nComponents\n'));
    expect(missing).toContain('Components without a known licence (1)');
    expect(missing).toContain('  - silent Licence: MIT 1.0.0\n');
    expect(missing).toContain('Components without a copyright line (3)');
    expect(missing).toContain('  - Some house rules: named 1.0.0\n');
    expect(missing).toContain('  - Classpath-exception-2.0 (exception): choice 1.0.0\n');
    expect(text.match(/Permission is hereby granted, free of charge/g)).toHaveLength(1);
    expect(text).toContain('GNU GENERAL PUBLIC LICENSE');
    expect(text).toContain('Used by: free 1.0.0, choice 1.0.0\n');
    expect(text).toContain('  Licence: MIT\n  Package: pkg:npm/free@1.0.0\n  Copyright:\n    Copyright 2020 Ann\n');
    expect(text).toContain('Acme licence, own <b>words</b>');
  });

  it('is a page that runs nothing', async () => {
    const { text, type } = await notice('html');
    expect(type).toBe('text/html; charset=utf-8');
    expect(text).toContain('own &#60;b&#62;words');
    expect(text.indexOf('Incomplete')).toBeLessThan(text.indexOf('<h2>Components'));
  });

  it('is an SPDX document that can be imported', async () => {
    const { text } = await notice('spdx');
    const copy = await newSbom(admin, { name: 'Copy' });
    await importSbom(app, admin, copy, text);
    const { body } = await admin.client.get('v1/project/getSBOM', { id: copy });
    expect(body.data.entries.map((one: any) => one.name)).toContain('free');
    expect(text).toContain('PackageLicenseDeclared: MIT OR GPL-2.0-only WITH Classpath-exception-2.0');
  });

  it('answers what is missing as data', async () => {
    const { body } = await notice('json');
    expect(body.data).toEqual({
      id,
      components: 5,
      texts: 3,
      complete: false,
      unread_file_count: 0,
      without_license_count: 1,
      without_copyright_count: 3,
      without_license: ['silent Licence: MIT 1.0.0'],
      without_text: [
        { license: 'Classpath-exception-2.0 (exception)', components: 1 },
        { license: 'Some house rules', components: 1 },
      ],
    });
  });

  it('is not complete where files were not read, unless somebody accepted that', async () => {
    const whole = await newSbom(admin, { name: 'Analysed' });
    const own = { licenses: [{ license: { id: 'MIT', text: { content: '(c) Ann' } } }] };
    await importSbom(app, admin, whole, cyclonedx([library('free', '1.0.0', own)]));
    const gaps = async () => (await admin.client.get('v1/report/getNotice', { id: whole, format: 'json' })).body.data;
    expect(await gaps()).toMatchObject({ complete: true, unread_file_count: 0 });
    await withClient(app.databaseUrl, (client) =>
      client.query(
        `INSERT INTO sbom_gaps (sbom_id, path, org_id, kind, ecosystem, reason, message)
         VALUES ($1, 'go.mod', $2, 'go.mod', 'golang', 'unreadable', 'It is no module')`,
        [whole, admin.orgId],
      ),
    );
    expect(await gaps()).toMatchObject({ complete: false, unread_file_count: 1 });
    const { body } = await admin.client.get('v1/report/getNotice', { id: whole });
    expect(body).toContain('Files that were not read (1)');
    expect(body).not.toContain('go.mod');
    const accepted = await admin.client.post('v1/project/acceptGaps', { sbom_id: whole, note: 'a fixture' });
    expect(accepted.status).toBe(200);
    expect(await gaps()).toMatchObject({ complete: true, unread_file_count: 0 });
  });
});
