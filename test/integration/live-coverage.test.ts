import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { startEgressServer, type EgressTestServer } from '../support/egress-server.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';

/** The OSV database as it answers: names are compared letter by letter, and an empty answer never says why. */
const advisories = [
  { id: 'OSV-1', affected: [{ package: { ecosystem: 'NuGet', name: 'Acme.Known' }, versions: ['2.0.0'] }] },
];
const examined = 'examined ';
const spelling = 'partly the live source tells upper from lower case in names, and may know it in another spelling';

/** What an empty answer of the OSV database is worth: nothing where it has no such package, or none of that spelling. */
describe('a package of which the OSV database has nothing', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let world: EgressTestServer;
  const answers = new Map<string, string>();

  beforeAll(async () => {
    world = await startEgressServer((_request, response) => {
      const isKnown = world.asked.at(-1)!.body.includes('pkg:nuget/Acme.Known');
      response.end(JSON.stringify(isKnown ? { vulns: advisories } : {}));
    });
    app = await startApp({ ROLES: 'api,worker', LIVE_SOURCES: 'osv' });
    jest.spyOn(app.nest.get(EgressClient), 'send').mockImplementation((...asked) => world.client.send(...asked));
    admin = await firstAdmin(app);
    const purls = [
      ...['pkg:conan/zlib@1.2.11', 'pkg:nuget/acme.tool@1.0.0', 'pkg:nuget/Acme.Known@1.0.0'],
      ...['pkg:npm/quokka@1.0.0', 'pkg:swift/github.com/Acme/kit@1.0.0', 'pkg:opam/acme@1.0'],
    ];
    const sbomId = await newSbom(admin);
    const components = purls.map((purl) => ({ name: purl, version: purl.split('@')[1], purl }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
    await settled(app);
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data;
    for (const { id, name } of entries) {
      const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id });
      const { status, reason } = body.meta.coverage[0];
      answers.set(name, `${status} ${reason}`);
    }
  });
  afterAll(async () => {
    await app.close();
    await world.close();
  });

  it.each([
    ['pkg:npm/quokka@1.0.0', examined],
    ['pkg:opam/acme@1.0', examined],
    // Nobody publishes advisories on recipes of Conan there.
    ['pkg:conan/zlib@1.2.11', 'not_examined no source of vulnerabilities is loaded'],
    ['pkg:nuget/acme.tool@1.0.0', spelling],
    ['pkg:swift/github.com/Acme/kit@1.0.0', spelling],
    ['pkg:nuget/Acme.Known@1.0.0', examined],
  ])('%s is %s', (purl, answer) => {
    expect(answers.get(purl)).toBe(answer);
  });
});
