import type { ApiClient } from '../support/api-client.js';
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute, Schema } from '../support/routes/described-routes.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';

/** Of another type than the schema says; undefined: the schema says none. */
function wrongFor({ type, items, properties, enum: words, format }: Schema & { enum?: unknown }): unknown {
  const [kind] = [type].flat().filter((one) => one !== 'null');
  if (items || kind === 'array' || properties || kind === 'object' || kind === 'string' || words || format) return 7;
  return kind === 'integer' || kind === 'number' || kind === 'boolean' ? 'x' : undefined;
}

const paths = (fields: readonly string[], { bodyIsList }: DescribedRoute): string[] =>
  fields.map((name) => (bodyIsList ? `0.${name}` : name));

describe('every wrong field of a request is named at once', () => {
  let service: RouteTestApp;

  beforeAll(async () => void (service = await RouteTestApp.start()));
  afterAll(() => service.close());

  const clientFor = ({ permission }: DescribedRoute): ApiClient =>
    permission === 'sys_admin' ? service.fixtures.root.client : service.fixtures.red.admin.client;

  it('in the query and the body of every route', async () => {
    let named = 0;
    for (const route of service.routes) {
      const wrong = [...route.body].flatMap(([name, schema]) => {
        const value = wrongFor(schema);
        return value === undefined ? [] : [[name, value] as const];
      });
      const expected = [...new Set([...route.query.keys(), ...paths(wrong.map(([name]) => name), route)])].sort(); // prettier-ignore
      if (expected.length === 0) continue;
      // Given twice, a parameter is a list, which none of them is; a list of ids is none of ids.
      const query = [...route.query.keys()].map((name) => `${name}=x&${name}=y`).join('&');
      const element = Object.fromEntries(wrong);
      const hasBody = route.method !== 'GET' && !route.takesFile;
      const { status, body } = await clientFor(route).send(route.method, `${route.path}${query && `?${query}`}`, {
        ...(hasBody && { body: route.bodyIsList ? [element] : element }),
      });
      expect([route.name, status, body.reason, Object.keys(body.fields ?? {}).sort()]).toEqual([
        ...[route.name, 400, 'invalid_request', expect.arrayContaining(expected)],
      ]);
      named += expected.length;
    }
    expect(named).toBeGreaterThan(500);
  });

  const id = '018f0000-0000-7000-8000-00000000beef';
  const past = '2020-01-01T00:00:00Z';

  /** Values that are of the right type, and wrong. */
  it.each<[string, string, object, string[]]>([
    ['v1/webhooks/createWebhook', 'POST', { org_id: 'x', url: 'http://a.example', events: ['bogus'], secret: 'abc' }, ['events', 'org_id', 'secret', 'url']],
    ['v1/webhooks/createWebhook', 'POST', { org_id: id, url: 'nowhere', secret: 'abc' }, ['secret', 'url']],
    ['v1/alarms/createChannel', 'POST', { org_id: id, kind: 'email', name: '', time_zone: 'Mars', sender: 'x', digest_time: '25:00' }, ['digest_time', 'name', 'recipients', 'sender', 'smtp_host', 'time_zone']],
    ['v1/alarms/createChannel', 'POST', { org_id: 'x', kind: 'slack', name: 'a', url: 'ftp://x', quiet_from: '08:00' }, ['org_id', 'quiet_to', 'url']],
    ['v1/ruleset/createRuleset', 'POST', { team_id: 'x', name: '', rule_ids: ['bogus'], parameters: { bogus: {} } }, ['name', 'parameters.bogus', 'rule_ids', 'team_id']],
    ['v1/ruleset/evaluateRuleset?limit=x', 'POST', { sbom_id: id, ruleset_version: 2, parameters: 7 }, ['limit', 'parameters', 'ruleset_id']],
    ['v1/ruleset/getAppliedRulesets?wait=maybe', 'GET', {}, ['sbom_id', 'wait']],
    ['v1/project/findComponents?purl=no&vers=%5E%5E&match=part&limit=0', 'GET', {}, ['limit', 'match', 'purl', 'vers']],
    ['v1/project/findComponents?name=ab&match=part&vers=%5E%5E', 'GET', {}, ['name', 'vers']],
    ['v1/project/findComponents?possible=maybe', 'GET', {}, ['possible', 'purl']],
    [`v1/project/getProjects?team_id=${id}&filter_by=Owner:me&limit=0`, 'GET', {}, ['filter_by', 'limit']],
    ['v1/project/getProjects?team_id=x&filter_by=Type:cvs', 'GET', {}, ['filter_by', 'team_id']],
    ['v1/project/createProject', 'POST', { team_id: 'x', name: 'a', type: 'git', source: 'ftp://x', branch: '-b', description: '', include_paths: ['/x'] }, ['branch', 'include_paths.0', 'source', 'team_id']],
    ['v1/project/updateProject', 'PUT', { id: 'x', name: 'a', type: 'git', source: 'ftp://x', exclude_paths: ['../x'] }, ['exclude_paths.0', 'id', 'source']],
    ['v1/project/updateProjects', 'PUT', { project_ids: ['x'] }, ['archive', 'monitor', 'project_ids']],
    ['v1/vulnerability/setStatement', 'POST', { component_id: 'x', vulnerability: '', status: 'affected', justification: '', label: 'code_not_reachable', expires_at: past }, ['component_id', 'expires_at', 'justification', 'label', 'vulnerability']],
    ['v1/vulnerability/setStatementsForPackages', 'POST', { org_id: id, vulnerabilities: ['a'], purls: ['no'], status: 'affected', justification: 'x', expires_at: past }, ['expires_at', 'purls[0]']],
    ['v1/vulnerability/setStatementsForVulnerabilities', 'POST', { org_id: id, vulnerabilities: [], status: 'fixed', justification: 'x', expires_at: past, sbom_ids: ['x'] }, ['expires_at', 'sbom_ids', 'vulnerabilities']],
    ['v1/users/createApiKey', 'POST', { name: '', role: 'king', expires_at: past }, ['expires_at', 'name', 'role']],
    ['v1/badge/createBadgeLink', 'POST', { id: 'x', expires_at: past }, ['expires_at', 'id']],
    ['v1/share/createShare', 'POST', { sbom_ids: [], contents: ['bogus'], extras: ['__proto__'], expires_at: past, password: 'a', max_downloads: 0 }, ['contents', 'expires_at', 'extras', 'max_downloads', 'password', 'sbom_ids']],
    ['v1/share/getSharedFile?file=../x&id=x', 'GET', {}, ['file', 'id', 'sbom_id', 'signature']],
    ['v1/users/createUser', 'POST', { role: 'king', password: 'a' }, ['password', 'role', 'username']],
    ['v1/organizations/addMember', 'POST', { org_id: 'x', role: 'king' }, ['org_id', 'role', 'user_id']],
    ['v1/organizations/updateMember', 'POST', { org_id: 'x', user_id: id, team_ids: [id], all_teams: true }, ['all_teams', 'org_id']],
    ['v1/license/setPolicy', 'POST', { org_id: 'x', usage: 'bogus', denied: ['bogus licence'] }, ['denied[0]', 'org_id', 'usage']],
    ['v1/resolution/createInternalPattern', 'POST', { org_id: 'x', kind: 'package', pattern: 'no purl' }, ['kind', 'org_id']],
    ['v1/report/getSBOM?sbom_type=CycloneDX&encoding=tag-value', 'POST', { team_id: 'x' }, ['encoding', 'sbom_id', 'team_id']],
    ['v1/report/getSBOM?sbom_type=SPDX&spec_version=9&download=maybe', 'POST', { sbom_id: id }, ['download', 'spec_version']],
    ['v1/review/decide', 'POST', { org_id: 'x', group: 'x', revision: -1, choice: { purl: 'no', cpe: 'no' } }, ['choice.cpe', 'choice.purl', 'group', 'org_id', 'revision']],
    ['v1/project/addComponent', 'POST', { sbom_id: id, name: 'a', suggestions: [[{ key: 'name', value: 'b' }]], search_results: [] }, ['search_results', 'suggestions']],
    ['v1/project/addComponent', 'POST', { sbom_id: id, name: 'a', search_results: { package: [[{ purl: 'pkg:npm/a' }]] } }, ['search_results.package']],
    ['v1/project/createProject', 'POST', { team_id: id, name: 'a', type: 'git', source: 'https://a.example/b', branch: 'main', description: '', aliases: [[{ name: 'b', org: '', version: '' }]] }, ['aliases']],
    ['v1/project/updateSBOM', 'POST', { id, contact_email: false }, ['contact_email']],
    [`v1/monitoring/getRuns?sbom_id=${id}&project_id=${id}`, 'GET', {}, ['project_id']],
    ['v1/review/decide', 'POST', { org_id: id, group: 'a'.repeat(64), revision: 0 }, ['choice']],
    ['v1/review/decide', 'POST', { org_id: id, group: 'a'.repeat(64), revision: 0, choice: null }, ['choice']],
    [`v1/project/importSBOM?sbom_id=${id}&mapping=${encodeURIComponent('{"a\\u0000b":"version"}')}`, 'POST', {}, ['mapping']],
    [`v1/project/importSBOM?sbom_id=${id}&mapping=${encodeURIComponent('{"\\ud800":"version"}')}`, 'POST', {}, ['mapping']],
    ['api/v1/project/latest/a%00b', 'GET', {}, ['name']],
    ...['2037-01-01T00:00:00+23:59', '2037-01-01T00:00:00-16:00', '2037-06-30T23:59:60Z', '2037-02-30T00:00:00Z', '2037-01-01T24:00:01Z'].flatMap(
      (moment): [string, string, object, string[]][] => [
        ['v1/vulnerability/setStatement', 'POST', { component_id: id, vulnerability: 'a', status: 'fixed', justification: 'x', expires_at: moment }, ['expires_at']],
        ['v1/users/createApiKey', 'POST', { name: 'k', expires_at: moment }, ['expires_at']],
        ['v1/serviceAccounts/createServiceAccountKey', 'POST', { id, name: 'k', expires_at: moment }, ['expires_at']],
        [`v1/audit/getEvents?org_id=${id}&since=${encodeURIComponent(moment)}&until=${encodeURIComponent(moment)}`, 'GET', {}, ['since', 'until']],
      ],
    ),
    [`v1/audit/getEvents?org_id=${id}&since=0000-01-01T00:00:00Z`, 'GET', {}, ['since']],
    ['v1/project/checkSBOM?org_id=x', 'GET', {}, ['id', 'org_id']],
    ['v1/score/getEntityOverviewForEntity?package_id=no&repo_id=no', 'GET', {}, ['package_id', 'repo_id']],
    ['v1/score/getHistoryForEntity?package_id=no&limit=x', 'GET', {}, ['limit', 'package_id']],
    ['v1/project/importSBOM?sbom_id=x&mapping=no', 'POST', {}, ['mapping', 'sbom_id']],
    ['api/v1/bom', 'PUT', { projectName: 7 }, ['bom', 'projectName']],
    ['api/v1/bom', 'PUT', {}, ['bom', 'project']],
    ['api/v1/finding/project/x?pageSize=x', 'GET', {}, ['pageSize', 'uuid']],
  ])('by what it says: %s', async (path, method, body, fields) => {
    const { client } = service.fixtures.red.admin;
    const answer = await client.send(method, path, method === 'GET' ? {} : { body });
    expect([answer.status, Object.keys(answer.body.fields ?? {}).sort()]).toEqual([400, fields]);
  }); // prettier-ignore

  it('has a case for every route that it asks', () => {
    expect(service.routes.map(({ name }) => name).filter((name) => !(name in routeCases))).toEqual([]);
  });
});
