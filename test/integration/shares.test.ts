import { setTimeout as sleep } from 'node:timers/promises';
import { VisitorsService } from '../../src/sboms/sharing/visitors.service.js';
import { SharedFiles } from '../../src/sboms/sharing/shared-files.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { loseSecret } from '../support/lost-keys.js';
import { withClient } from '../support/postgres.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

const secretWords = [
  'acme-secret',
  'acme-inner',
  'acme-scanner',
  'Hidden Contact',
  'hidden@example.org',
  'Internal remark',
  'note of a reviewer',
];

describe('shares', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let shop: string;
  let lodash: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'acme-' };
    await admin.client.post('v1/resolution/createInternalPattern', pattern);
    shop = await newSbom(admin, {
      name: 'Shop <&>',
      version: '1',
      supplier: 'Acme',
      contact_name: 'Hidden Contact',
      contact_email: 'hidden@example.org',
    });
    const components = [
      library('lodash', '4.17.20', { licenses: [{ license: { id: 'MIT' } }] }),
      library('acme-secret', '9.9.9', { licenses: [{ license: { id: 'Apache-2.0' } }] }),
    ];
    const annotator = { individual: { name: 'Hidden Contact' } };
    await importSbom(
      app,
      admin,
      shop,
      cyclonedx(components, {
        metadata: {
          authors: [annotator.individual],
          tools: { components: [{ type: 'application', name: 'acme-scanner' }] },
          component: { ...library('shop', '1'), components: [library('acme-inner', '1')] },
        },
        dependencies: [
          { ref: 'shop', dependsOn: ['acme-inner', 'lodash'] },
          { ref: 'acme-inner', dependsOn: ['acme-secret'] },
          { ref: 'lodash', dependsOn: [] },
          { ref: 'acme-secret', dependsOn: ['lodash'] },
        ],
        annotations: [{ subjects: ['lodash'], annotator, timestamp: '2026-01-01T00:00:00Z', text: 'Internal remark' }],
      }),
    );
    const { body } = await admin.client.get('v1/project/getSBOM', { id: shop });
    const idOf = (name: string): string => body.data.entries.find((entry: { name: string }) => entry.name === name).id;
    lodash = idOf('lodash');
    for (const [component_id, justification] of [
      [lodash, 'Never called'],
      [idOf('acme-secret'), 'note of a reviewer'],
    ]) {
      const said = { status: 'not_affected', justification, label: 'vulnerable_code_not_in_execute_path' };
      const answer = await admin.client.post('v1/vulnerability/setStatement', {
        component_id,
        vulnerability: 'CVE-2021-23337',
        ...said,
      });
      expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
    }
  });
  afterAll(() => app.close());

  const make = async (more: object = {}, by: Person = admin) => {
    const body = { sbom_ids: [shop], contents: ['cyclonedx', 'spdx', 'vex', 'report', 'notice'], ...more };
    const answer = await by.client.post('v1/share/createShare', body);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.data;
  };
  const visit = async (url: string, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${app.url}${pathname}${search}`, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const asData = async (url: string) => JSON.parse((await visit(`${url}&format=json`)).text).data;
  const fileOf = async (url: string, name: string) => {
    const { sboms } = await asData(url);
    return sboms[0].files.find(({ file }: { file: string }) => file === name)?.url as string;
  };

  it('say what they show before they are made', async () => {
    const body = { sbom_ids: [shop], contents: ['cyclonedx'], title: 'For you' };
    const { status, body: answer } = await admin.client.post('v1/share/previewShare', body);
    expect(status).toBe(200);
    expect(answer.data).toMatchObject({
      title: 'For you',
      has_password: false,
      files: ['cyclonedx.json', 'cyclonedx.xml'],
      max_downloads: null,
      sboms: [{ id: shop, name: 'Shop <&>', components: 2, internal_components: 1 }],
    });
    expect(answer.data.says.join('\n')).toContain('internal components without name');
    expect(answer.data.says.join('\n')).toContain('no statement on a vulnerability');
    expect((await admin.client.get('v1/share/getShares')).body.meta.total_count).toBe(0);
  });

  it('show no remark of a person that SPDX keeps in a package or a file', async () => {
    const annotations = [
      {
        annotationType: 'OTHER',
        annotator: 'Person: Hidden Contact (hidden@example.org)',
        annotationDate: '2026-01-01T00:00:00Z',
        comment: 'Internal remark',
      },
    ];
    const part = { downloadLocation: 'NOASSERTION', annotations };
    const document = {
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'remarks',
      documentNamespace: 'https://example.org/remarks',
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: a'] },
      documentDescribes: ['SPDXRef-subject'],
      packages: [
        { ...part, SPDXID: 'SPDXRef-subject', name: 'subject', versionInfo: '1' },
        { ...part, SPDXID: 'SPDXRef-lodash', name: 'lodash', versionInfo: '4.17.20' },
      ],
      files: [
        { SPDXID: 'SPDXRef-file', fileName: './a.js', checksums: [{ algorithm: 'SHA1', checksumValue: 'a'.repeat(40) }], annotations },
      ],
    }; // prettier-ignore
    const id = await newSbom(admin, { name: 'Remarks' });
    await importSbom(app, admin, id, JSON.stringify(document));
    const whole = await admin.client.post('v1/report/getSBOM', { sbom_id: id }, { sbom_type: 'SPDX' });
    expect(JSON.stringify(whole.body).split('Internal remark')).toHaveLength(4);
    for (const extras of [[], ['internal_components']]) {
      const { url } = await make({ sbom_ids: [id], contents: ['spdx', 'cyclonedx'], extras });
      for (const file of ['spdx.json', 'cyclonedx.json']) {
        const { text } = await visit(await fileOf(url, file));
        expect(text).toContain('lodash');
        expect(text).not.toMatch(/Internal remark|hidden@example/);
      }
    }
  });

  it('show a page that runs nothing, and every file, without what is internal', async () => {
    const share = await make();
    const page = await visit(share.url);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src data:; .*form-action 'none'.*sandbox allow-downloads$/,
    );
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    expect(page.text).toContain('<h2>Shop &#60;&#38;&#62; 1</h2>');
    expect(page.text).toContain('2 components, 1 of them without their names');
    const { sboms } = await asData(share.url);
    expect(sboms[0].files).toHaveLength(10);
    const texts: string[] = [page.text];
    for (const { url, file } of sboms[0].files) {
      const { status, text, headers } = await visit(url);
      expect([file, status]).toEqual([file, 200]);
      expect(headers.get('content-disposition')).toContain(`Shop--1.${file}"`);
      texts.push(text);
    }
    for (const text of texts) for (const word of secretWords) expect(text).not.toContain(word);
    const cdx = JSON.parse(texts[1]!);
    expect(cdx.components.map(({ name }: { name: string }) => name)).toEqual(['lodash', 'withheld component']);
    expect(cdx.dependencies).toContainEqual({ ref: cdx.components[1]['bom-ref'], dependsOn: ['lodash'] });
    expect(texts.join('\n')).toContain('Never called');
    const notices = sboms[0].files.flatMap(({ file }: { file: string }, index: number) =>
      file.startsWith('notice.') ? [texts[index + 1]] : [],
    );
    expect(notices).toHaveLength(2);
    for (const notice of notices)
      expect(notice).toMatch(
        /contains 1 components of others.* internal components \(1\) that this notice does not name/,
      );
    expect(texts[8]).not.toContain('Risk of 100');
  });

  it('are documents of their own, each with a serial number, which their VEX names', async () => {
    const serials = new Set([`urn:uuid:${shop}`]);
    const [all, vex, ...others] = [
      { extras: [] },
      { extras: ['internal_components'] },
      { contents: ['cyclonedx', 'spdx'] },
    ];
    const whole = (await admin.client.post('v1/report/getSBOM', { sbom_id: shop }, { sbom_type: 'CycloneDX' })).body
      .data;
    for (const more of [all!, vex!, ...others]) {
      const { url } = await make(more);
      const { serialNumber, version } = JSON.parse((await visit(await fileOf(url, 'cyclonedx.json'))).text);
      expect([serials.has(serialNumber), version]).toEqual([false, whole.version]);
      serials.add(serialNumber);
      const spdx = JSON.parse((await visit(await fileOf(url, 'spdx.json'))).text);
      expect(spdx.documentNamespace).toBe(`urn:cdx:${serialNumber.slice('urn:uuid:'.length)}/${version}`);
      if ('contents' in more) continue;
      expect(JSON.parse((await visit(await fileOf(url, 'vex.cyclonedx.json'))).text).serialNumber).toBe(serialNumber);
      const again = await make(more);
      expect((await visit(await fileOf(again.url, 'cyclonedx.json'))).text).toContain(serialNumber);
    }
  });

  it('give withheld components refs that no component of the file has', async () => {
    const id = await newSbom(admin, { name: 'Refs' });
    const components = ['withheld-1', 'withheld-2'].map((ref) => library('lodash', ref, { 'bom-ref': ref }));
    const hidden = ['acme-a', 'acme-b'].map((name) => library(name, '1', { 'bom-ref': name }));
    const dependencies = [{ ref: 'acme-a', dependsOn: ['withheld-1', 'acme-b'] }];
    await importSbom(app, admin, id, cyclonedx([...components, ...hidden], { dependencies }));
    const { url } = await make({ sbom_ids: [id], contents: ['cyclonedx'] });
    const shared = JSON.parse((await visit(await fileOf(url, 'cyclonedx.json'))).text);
    const refs = shared.components.map((one: Record<string, string>) => one['bom-ref']);
    expect([refs.slice(0, 2), new Set(refs).size]).toEqual([['withheld-1', 'withheld-2'], 4]);
    expect(shared.dependencies).toContainEqual({ ref: refs[2], dependsOn: ['withheld-1', refs[3]] });
  });

  it('hold internal names, scores and statements where they are chosen, and nothing else', async () => {
    const all = await make({ extras: ['scores', 'internal_components'] });
    expect((await visit(await fileOf(all.url, 'cyclonedx.json'))).text).toContain('acme-secret');
    expect((await visit(await fileOf(all.url, 'cyclonedx.xml'))).text).toContain('acme-inner');
    expect((await visit(await fileOf(all.url, 'openvex.json'))).text).toContain('note of a reviewer');
    expect((await visit(await fileOf(all.url, 'report.html'))).text).toContain('Risk of 100');
    const withoutVex = await make({ contents: ['cyclonedx'], extras: ['internal_components'] });
    const url = await fileOf(withoutVex.url, 'cyclonedx.json');
    expect((await visit(url)).text).not.toContain('Never called');
    expect((await visit(url.replace('cyclonedx.json', 'openvex.json'))).status).toBe(404);
    const other = await newSbom(admin, { name: 'Unshared' });
    expect((await visit(url.replace(shop, other))).status).toBe(404);
  });

  it('answer alike when they are unknown, changed, revoked, expired or used up', async () => {
    const share = await make({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    const strange = (url: string): string => url.replace(share.id, '01900000-0000-7000-8000-000000000000');
    const dead = await visit(strange(share.url));
    const alike = async (url: string): Promise<void> => {
      const { status, text } = await visit(url);
      const said = ({ text: body }: { text: string }) => ({ ...JSON.parse(body), request_id: '' });
      expect([status, said({ text })]).toEqual([404, said(dead)]);
    };
    await alike(share.url.replace(/signature=.{3}/, 'signature=xxx'));
    const file = await fileOf(share.url, 'spdx.json');
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE shares SET expires_at = expires_at + interval '1 day' WHERE id = $1`, [share.id]),
    );
    // The end is part of what is signed.
    await alike(share.url);
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE shares SET expires_at = now() - interval '1 second' WHERE id = $1`, [share.id]),
    );
    await alike(share.url);
    await alike(file);

    const once = await make({ max_downloads: 1 });
    const only = await fileOf(once.url, 'notice.txt');
    await fetch(`${app.url}${new URL(only).pathname}${new URL(only).search}`, { method: 'HEAD' });
    expect((await visit(only)).status).toBe(200);
    await alike(only);
    await alike(once.url);

    const revoked = await make();
    expect((await admin.client.post('v1/share/revokeShare', { id: revoked.id })).body.data).toEqual({ id: revoked.id });
    await alike(revoked.url);
    const sbom = await newSbom(admin, { name: 'Gone' });
    const gone = await make({ sbom_ids: [sbom] });
    await admin.client.post('v1/project/deleteSBOM', { id: sbom });
    await alike(gone.url);
    const states = (await admin.client.get('v1/share/getShares', { sbom_id: shop })).body.data;
    const stateOf = (id: string): string => states.find((one: { id: string }) => one.id === id).state;
    expect([stateOf(share.id), stateOf(once.id), stateOf(revoked.id)]).toEqual(['expired', 'used_up', 'revoked']);
  });

  it('count a download only where a file is sent, and make none for HEAD', async () => {
    const bare = await newSbom(admin, { name: 'Bare' });
    const share = await make({ sbom_ids: [bare], contents: ['vex', 'notice'], max_downloads: 1 });
    const [vex, notice] = [await fileOf(share.url, 'openvex.json'), await fileOf(share.url, 'notice.txt')];
    expect((await visit(vex)).status).toBe(409);
    const inBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await visit(vex, inBrowser);
    expect([page.status, page.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(/no VEX file at the moment.*does not say that it has none.*Try again later/);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const dead = await visit(vex.replace(/signature=[^&]*/, 'signature=x'), inBrowser);
    expect([dead.status, dead.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(dead.text).toContain('ask whoever sent it for another.');
    expect(dead.text).toContain(`Request ${dead.headers.get('x-request-id')}`);
    const writing = jest.spyOn(app.nest.get(SharedFiles), 'write');
    const { pathname, search } = new URL(notice);
    const head = await fetch(`${app.url}${pathname}${search}`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-type'), head.headers.get('content-disposition')]).toEqual([
      ...[200, 'text/plain; charset=utf-8', 'attachment; filename="Bare-1.notice.txt"'],
    ]);
    expect(writing).not.toHaveBeenCalled();
    writing.mockRestore();
    const { body } = await admin.client.get('v1/share/getShareAccesses', { id: share.id });
    expect(body.data.map(({ what }: any) => what)).toEqual(['page']);
    expect((await visit(notice)).status).toBe(200);
    expect((await visit(notice)).status).toBe(404);
  });

  it('break off a file that is being sent when they are revoked, end, or lose the SBOM', async () => {
    const files = app.nest.get(SharedFiles);
    const lasting = await newSbom(admin, { name: 'Lasting' });
    const deleted = await newSbom(admin, { name: 'Deleted' });
    const download = async (sbom: string, meanwhile: (id: string) => Promise<unknown>) => {
      const share = await make({ sbom_ids: [sbom], contents: ['cyclonedx'], max_downloads: 1 });
      const file = await fileOf(share.url, 'cyclonedx.json');
      const write = files.write.bind(files);
      const writing = jest.spyOn(files, 'write').mockImplementationOnce((shared, name, sink) => {
        let isFirst = true;
        const chunk = async (text: string | Uint8Array) => {
          await sink.chunk(text);
          if (isFirst) await meanwhile(share.id).then(() => sleep(1_100));
          isFirst = false;
        };
        return write(shared, name, { ...sink, chunk }).then(() => sink.chunk('\n'));
      });
      const { pathname, search } = new URL(file);
      const response = await fetch(`${app.url}${pathname}${search}`);
      const text = await response.text().catch(() => 'broken off');
      writing.mockRestore();
      return [response.status, text === 'broken off' ? text : JSON.parse(text).bomFormat];
    };
    const post = (path: string, id: string) => admin.client.post(path, { id });
    expect(await download(lasting, async () => undefined)).toEqual([200, 'CycloneDX']);
    expect(await download(lasting, (id) => post('v1/share/revokeShare', id))).toEqual([200, 'broken off']);
    const end = (id: string) =>
      withClient(app.databaseUrl, (client) => client.query('UPDATE shares SET expires_at = now() WHERE id = $1', [id]));
    expect(await download(lasting, end)).toEqual([200, 'broken off']);
    expect(await download(deleted, () => post('v1/project/deleteSBOM', deleted))).toEqual([200, 'broken off']);
  });

  it('ask for their password, and not without end', async () => {
    const share = await make({ password: 'correct horse' });
    const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`x:${password}`).toString('base64')}` });
    const asked = await visit(share.url);
    expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="share", charset="UTF-8"',
    ]);
    expect(asked.text).not.toContain('Shop');
    expect((await visit(share.url.replace(/signature=.{3}/, 'signature=xxx'), basic('correct horse'))).status).toBe(
      404,
    );
    expect((await visit(share.url, basic('correct horse'))).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await visit(share.url, basic('wrong'))).status).toBe(401);
    expect((await visit(share.url, basic('correct horse'))).status).toBe(429);
    const { body } = await admin.client.get('v1/share/getShareAccesses', { id: share.id });
    expect(body.data).toMatchObject([{ what: 'wrong_password', count: 10 }, { what: 'page', count: 1 }]); // prettier-ignore
    expect(JSON.stringify(await admin.client.get('v1/share/getShares'))).not.toContain('argon2');
  });

  it('count who asks for what, by day', async () => {
    const share = await make();
    const url = await fileOf(share.url, 'spdx.json');
    await visit(url);
    await visit(url);
    const { body } = await admin.client.get('v1/share/getShareAccesses', { id: share.id });
    expect(body.data.map(({ what, count, sbom_id }: any) => [what, count, sbom_id]).sort()).toEqual([
      ['page', 1, null],
      ['spdx.json', 2, shop],
    ]);
    for (const sort of ['count', '-count']) {
      const { data } = (await admin.client.get('v1/share/getShareAccesses', { id: share.id, sort })).body;
      expect(data.map(({ count }: any) => count)).toEqual(sort === 'count' ? [1, 2] : [2, 1]);
    }
    await make({ title: 'Zulu' });
    await make({ title: 'Alpha' });
    const titles = async (sort: string) => (await admin.client.get('v1/share/getShares', { sort })).body.data.map(({ title }: any) => title); // prettier-ignore
    expect((await titles('-title'))[0]).toBe('Zulu');
    expect((await titles('title')).filter(Boolean)).toEqual(['Alpha', 'Zulu']);
    const listed = (await admin.client.get('v1/share/getShares')).body.data.find(({ id }: any) => id === share.id);
    expect([listed.downloads, listed.url]).toEqual([2, share.url]);
    const events = (await admin.client.get('v1/audit/getEvents', { org_id: admin.orgId })).body.data;
    expect(events.some(({ action }: { action: string }) => /createShare/.test(action))).toBe(true);
  });

  it('keep the walls between teams', async () => {
    const other = await newTeam(admin, admin.orgId, 'Other');
    const theirs = await newSbom(admin, { name: 'Theirs', team_id: other });
    const both = await make({ sbom_ids: [shop, theirs] });
    const narrow = { org_id: admin.orgId, role: 'member', team_ids: [admin.teamId] };
    const member = await newUser(app, admin, narrow);
    const viewer = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    const stranger = await otherOrganization(app, admin);
    const body = { sbom_ids: [shop, theirs], contents: ['vex'] };
    expect((await member.client.post('v1/share/createShare', body)).status).toBe(404);
    expect((await viewer.client.post('v1/share/createShare', body)).status).toBe(403);
    const seen = (await member.client.get('v1/share/getShares')).body.data.find(({ id }: any) => id === both.id);
    expect([seen.sboms.map(({ id }: any) => id), seen.other_sboms, seen.url]).toEqual([[shop], 1, null]);
    expect((await viewer.client.get('v1/share/getShares')).body.data.every(({ url }: any) => url === null)).toBe(true);
    expect((await stranger.client.get('v1/share/getShares')).body.meta.total_count).toBe(0);
    for (const [who, status] of [
      [stranger, 404],
      [viewer, 403],
      [member, 200],
    ] as const)
      // prettier-ignore
      expect((await who.client.post('v1/share/revokeShare', { id: both.id })).status).toBe(status);
    expect((await visit(both.url)).status).toBe(404);
    const foreign = await newSbom(stranger, { name: 'Foreign' });
    expect((await admin.client.post('v1/share/createShare', { ...body, sbom_ids: [shop, foreign] })).status).toBe(404);
  });

  it('say that an SBOM of theirs is not there any more', async () => {
    const gone = await newSbom(admin, { name: 'Gone' });
    const share = await make({ sbom_ids: [shop, gone] });
    expect(await asData(share.url)).toMatchObject({ deleted_sboms: 0 });
    expect((await admin.client.post('v1/project/deleteSBOM', { id: gone })).status).toBe(200);
    const seen = await asData(share.url);
    expect([seen.sboms.map(({ id }: any) => id), seen.deleted_sboms]).toEqual([[shop], 1]);
    expect((await visit(share.url)).text).toContain('1 SBOM of this link was deleted');
    const listed = (await admin.client.get('v1/share/getShares')).body.data.find(({ id }: any) => id === share.id);
    expect([listed.sboms.length, listed.other_sboms, listed.deleted_sboms]).toEqual([1, 0, 1]);
  });

  it('end within two years', async () => {
    const body = { sbom_ids: [shop], contents: ['vex'], expires_at: '2099-01-01T00:00:00Z' };
    const { status, body: answer } = await admin.client.post('v1/share/createShare', body);
    expect([status, answer.fields]).toEqual([400, { expires_at: 'must be within two years' }]);
  });

  it('of which the key is lost hide no other, and say so', async () => {
    const make = async (title: string) =>
      (await admin.client.post('v1/share/createShare', { sbom_ids: [shop], contents: ['vex'], title })).body.data;
    const [lost, kept] = [await make('lost'), await make('kept')];
    await loseSecret(app.databaseUrl, 'shares', lost.id);
    const { status, body } = await admin.client.get('v1/share/getShares', { sbom_id: shop });
    expect(status).toBe(200);
    const shown = (id: string) => body.data.find((one: { id: string }) => one.id === id);
    expect(shown(lost.id)).toMatchObject({ url: null, url_error: expect.stringMatching(/revoke the share/) });
    expect(shown(kept.id)).toMatchObject({ url: kept.url, url_error: '' });
    const { pathname, search } = new URL(lost.url);
    expect((await app.client.send('GET', pathname.slice(1) + search)).status).toBe(503);
    for (const { id } of [lost, kept])
      expect((await admin.client.post('v1/share/revokeShare', { id })).status).toBe(200);
  });
});

describe('shares whose components wait for a worker', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const visit = async (url: string) => {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${app.url}${pathname}${search}`);
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  };
  const sbomWith = async (name: string): Promise<string> => {
    const id = await newSbom(admin, { name: `of ${name}` });
    const { status } = await admin.client.post('v1/project/addComponent', { sbom_id: id, name });
    expect(status).toBe(200);
    return id;
  };

  it('show no name that a pattern withholds, before the component or the pattern was looked at', async () => {
    const older = await sbomWith('acme-older');
    await withClient(app.databaseUrl, (client) => client.query('UPDATE components SET pending = false'));
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'acme-' };
    expect((await admin.client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    const newer = await sbomWith('acme-newer');
    const open = await sbomWith('lodash');
    for (const id of [older, newer]) {
      const body = { sbom_ids: [id, open], contents: ['cyclonedx', 'spdx', 'notice'] };
      const preview = await admin.client.post('v1/share/previewShare', body);
      expect(preview.body.data.sboms.map((one: any) => one.internal_components)).toEqual([1, 0]);
      const { url } = (await admin.client.post('v1/share/createShare', body)).body.data;
      const fileUrl = (sbom: string, file: string) => `${url.replace('getShare', 'getSharedFile')}&sbom_id=${sbom}&file=${file}`; // prettier-ignore
      for (const one of [url, ...['cyclonedx.json', 'spdx.json', 'notice.txt'].map((file) => fileUrl(id, file))]) {
        const { status, retryAfter, text } = await visit(one);
        expect([status, retryAfter, text.includes('acme')]).toEqual([503, '60', false]);
      }
      expect((await visit(fileUrl(open, 'cyclonedx.json'))).text).toContain('lodash');
      const all = (await admin.client.post('v1/share/createShare', { ...body, extras: ['internal_components'] })).body;
      expect((await visit(all.data.url)).status).toBe(200);
    }
  });

  it('show no name of a component that comes in after a link was looked at', async () => {
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'hidden-' };
    expect((await admin.client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    const sbom_id = await newSbom(admin, { name: 'between' });
    const add = async (name: string) => (await admin.client.post('v1/project/addComponent', { sbom_id, name })).body;
    const { id } = await add('lodash');
    const contents = ['cyclonedx', 'vex', 'report', 'notice'];
    const { url } = (await admin.client.post('v1/share/createShare', { sbom_ids: [sbom_id], contents })).body.data;
    const said = { status: 'affected', justification: 'Called', vulnerability: 'CVE-2021-23337' };
    await admin.client.post('v1/vulnerability/setStatement', { component_id: id, ...said });
    const visitors = app.nest.get(VisitorsService);
    for (const file of ['cyclonedx.json', 'openvex.json', 'report.html', 'notice.txt']) {
      const opened = visitors.file.bind(visitors);
      const between = jest.spyOn(visitors, 'file').mockImplementationOnce(async (...asked) => {
        const shared = await opened(...asked);
        await add('hidden-between');
        return shared;
      });
      const link = `${url.replace('getShare', 'getSharedFile')}&sbom_id=${sbom_id}&file=${file}`;
      expect([file, (await visit(link)).status]).toEqual([file, 503]);
      expect(between).toHaveBeenCalledTimes(1);
      between.mockRestore();
      const { pathname, search } = new URL(link);
      expect((await fetch(`${app.url}${pathname}${search}`, { method: 'HEAD' })).status).toBe(503);
      await withClient(app.databaseUrl, (client) =>
        client.query(`DELETE FROM components WHERE name = 'hidden-between'`),
      );
      expect([file, (await visit(link)).status]).toEqual([file, 200]);
    }
  });
});
