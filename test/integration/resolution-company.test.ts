import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { bundleSource } from '../../src/catalog/sources/bundle.js';
import { Database } from '../../src/platform/database/database.js';
import { ResolutionEngine } from '../../src/resolution/resolution-engine.js';
import type { ResolutionOutcome } from '../../src/resolution/matching/select/outcome.js';
import { startApp, type TestApp } from '../support/app.js';

/** Names of products beside names of their packages and repositories, as they are and as people write them. */
const names =
  'log4j|log4j-core|Apache Log4j|log4j api|lodash|lodash.merge|Lodash JS|react|react-dom|React DOM|express|expressjs|' +
  'openssl|OpenSSL Toolkit|libssl|spring-core|Spring Framework|spring boot|jackson-databind|jackson core|django|' +
  'Django REST|requests|python requests|numpy|curl|libcurl|zlib|zlib1g|nginx|jquery|jquery-ui|bootstrap|vue|angular|' +
  'rails|rack|axios|webpack|struts2 core|Apache Tomcat|tomcat-embed-core|commons-io|commons text|guava|gson|netty|' +
  'postgresql|redis|busybox|linux kernel|golang|kubernetes|docker|flask|jinja2|urllib3|pillow|sqlite|git';

/** More packages with either word than are looked at, none of which is better than another. */
const alike = ['zorbula', 'quixotra'].flatMap((word) =>
  Array.from({ length: 10 }, (_, index) => `${String.fromCharCode(97 + index).repeat(4)}-${word}-engine`),
);

/** More packages with the word than the index files under it. */
const common = Array.from({ length: 60 }, (_, index) => `pkg:npm/numbat${index}-burrowstarter`);

const known = [
  ...['pkg:maven/org.wombat.core/wombat-base', 'pkg:npm/%40numbat/kit'],
  ...['pkg:npm/burrowlog', 'pkg:gem/burrowlog', 'pkg:composer/wombat/burrowlog'],
];

describe('the outcome of a component', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    const loader = app.nest.get(CatalogLoader);
    await loader.loadStarter();
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-company-'));
    const purls = [...alike.map((name) => `pkg:npm/${name}`), ...common, ...known];
    const lines = purls.map((purl) => JSON.stringify({ purl, versions: ['1.2.3'], sources: ['test'] }));
    writeFileSync(join(folder, 'packages.ndjson.gz'), gzipSync(lines.join('\n')));
    await loader.load([bundleSource(folder)]);
    rmSync(folder, { recursive: true });
  });
  afterAll(() => app.close());

  it('is the same alone, in a small batch, in a large one, and in any order', async () => {
    const engine = new ResolutionEngine();
    const asked = [...names.split('|'), 'quixotra', 'zorbula quixotra', 'zorbula'].map((name) => ({
      name,
      org: '',
      version: '1.2.3',
    }));
    const inBatchesOf = async (size: number, components = asked): Promise<ResolutionOutcome[]> => {
      const outcomes: ResolutionOutcome[] = [];
      for (let start = 0; start < components.length; start += size)
        outcomes.push(...(await engine.resolve(app.nest.get(Database), components.slice(start, start + size))));
      return outcomes;
    };
    const alone = await inBatchesOf(1);
    expect(alone.flatMap(({ searchResults }) => searchResults.package).length).toBeGreaterThan(50);
    expect(await inBatchesOf(7)).toEqual(alone);
    expect(await inBatchesOf(asked.length)).toEqual(alone);
    expect((await inBatchesOf(asked.length, [...asked].reverse())).reverse()).toEqual(alone);
  });

  it('is what the catalogue lacks of an owner that it knows, though its words are too common to lead anywhere', async () => {
    const asked = ['wombat-burrowstarter', 'wombat-burrowstrater'].map((name) => ({
      name,
      org: 'org.wombat.tools',
      version: '1.2.3',
      hint: 'maven',
    }));
    const outcomes = await new ResolutionEngine().resolve(app.nest.get(Database), asked);
    expect(outcomes.map(({ searchResults }) => searchResults.package[0])).toMatchObject([
      { purl: 'pkg:maven/org.wombat.tools/wombat-burrowstarter@1.2.3', automatically_selected: true },
      { purl: 'pkg:maven/org.wombat.tools/wombat-burrowstrater@1.2.3', automatically_selected: false },
    ]);
  });

  it('is what the catalogue lacks of a namespace that it knows, though more than it looks at is named alike', async () => {
    const asked = { name: '@numbat/zorbula-quixotra-engine', org: '', version: '7.4.1' };
    const [outcome] = await new ResolutionEngine().resolve(app.nest.get(Database), [asked]);
    const purl = 'pkg:npm/%40numbat/zorbula-quixotra-engine@7.4.1';
    expect(outcome!.searchResults.package[0]).toMatchObject({ purl, automatically_selected: true });
  });

  it('may be of the owner that is named, though the name alone is a package of likelier ecosystems', async () => {
    const asked = { name: 'wombat/burrowlog', org: '', version: '' };
    const [outcome] = await new ResolutionEngine().resolve(app.nest.get(Database), [asked]);
    const purls = outcome!.searchResults.package.map(({ purl }) => purl);
    expect(purls).toEqual(expect.arrayContaining(['pkg:composer/wombat/burrowlog', 'pkg:npm/burrowlog']));
  });
});
