import { startApp, type TestApp } from '../support/app.js';
import { csvOf, cyclonedxOf, spdxOf, workbookOfComponents } from '../support/known-components/documents.js';
import { synchronize } from '../support/known-components/installation.js';
import { publishAll } from '../support/known-components/publishers.js';
import { type KnownComponent, knownComponents } from '../support/known-components/table.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { Publisher } from '../support/publisher.js';
import { newSbom, settled } from '../support/sboms.js';

const shapes = ['csv', 'xlsx', 'cyclonedx', 'spdx'] as const;
type Shape = (typeof shapes)[number];

/** What one SBOM says of one component. */
interface Answer {
  readonly name: string;
  readonly status: string;
  readonly purl: string | null;
  readonly cpe: string | null;
  /** `CVE fixed-in exploited`, sorted. */
  readonly findings: readonly string[];
  readonly endOfLife: string | null;
  /** `examined`, `partly` or `not_examined`. */
  readonly examined: string;
  /** No rule of the default ruleset is broken. */
  readonly passes: boolean;
}

/**
 * What everybody can look up, asked of an installation that was synchronized with local publishers of the same formats:
 * a vendor's list without identifiers, CycloneDX and SPDX of the same components.
 */
describe('sixty well-known components', () => {
  let publisher: Publisher;
  let app: TestApp;
  let admin: Person & TenantIds;
  const answers = {} as Record<Shape, Answer[]>;

  beforeAll(async () => {
    publisher = await Publisher.start();
    await publishAll(publisher, knownComponents);
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await synchronize(app, publisher);
    const documents: Record<Shape, string | Buffer> = {
      csv: csvOf(knownComponents),
      xlsx: await workbookOfComponents(knownComponents),
      cyclonedx: cyclonedxOf(knownComponents),
      spdx: spdxOf(knownComponents),
    };
    const ids = new Map<Shape, string>();
    for (const shape of shapes) ids.set(shape, await imported(documents[shape]));
    await settled(app);
    for (const [shape, id] of ids) answers[shape] = await answersOf(id);
  });
  afterAll(async () => {
    await app.close();
    await publisher.close();
  });

  async function imported(document: string | Buffer): Promise<string> {
    const id = await newSbom(admin);
    const { status } = await admin.client.upload('v1/project/importSBOM', document, { sbom_id: id });
    expect(status).toBe(200);
    return id;
  }

  /** In the order of the table, which is that of the document. */
  async function answersOf(id: string): Promise<Answer[]> {
    const query = { id, limit: '1000' };
    const { entries } = (await admin.client.get('v1/project/getSBOM', query)).body.data;
    const list = (await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', query)).body.data;
    expect(entries).toHaveLength(knownComponents.length);
    const [applied] = (await admin.client.get('v1/ruleset/getAppliedRulesets', { sbom_id: id, limit: '1000' })).body
      .data;
    const failing = new Set<string>(applied.components.map((one: any) => one.id));
    const found: Answer[] = [];
    for (const entry of entries) found.push(await answerOf(entry, { list, failing }));
    return found;
  }

  async function answerOf(
    entry: any,
    { list, failing }: { list: any[]; failing: ReadonlySet<string> },
  ): Promise<Answer> {
    const selected = (kind: string, field: string): string | null =>
      entry.search_results[kind].find((one: any) => one.selected)?.[field] ?? null;
    const found = list.filter(({ component, status }) => component.id === entry.id && status === 'affected');
    const [purl, cpe] = [selected('package', 'purl'), selected('product', 'cpe')];
    return {
      name: entry.name,
      status: entry.status,
      purl,
      cpe,
      findings: found.map(({ id, fixed_in, exploited }) => finding(id, fixed_in, exploited !== null)).sort(),
      examined: await examinationOf(entry.id),
      passes: !failing.has(entry.id),
      endOfLife: cpe || purl ? await endOfLife(purl, cpe) : null,
    };
  }

  async function examinationOf(id: string): Promise<string> {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForComponent', { id });
    return body.meta.coverage[0].status;
  }

  async function endOfLife(purl: string | null, cpe: string | null): Promise<string | null> {
    const identifiers = { ...(purl ? { package_id: purl } : {}), ...(cpe ? { product_id: cpe } : {}) };
    const { status, body } = await admin.client.get('v1/score/getMetricsForEntity', identifiers);
    expect([identifiers, status, body.message]).toEqual([identifiers, 200, undefined]);
    const metric = body.data.metrics.find(({ name }: any) => name === 'end_of_life');
    return metric.value === null ? null : `${metric.value} ${/\d{4}-\d\d-\d\d/.exec(metric.text)?.[0]}`;
  }

  const finding = (cve: string, fixed: string | null, isExploited: boolean): string =>
    `${cve} ${(fixed ?? '').replace(/^v(?=\d)/, '')}${isExploited ? ' exploited' : ''}`;
  const expected = ({ vulnerabilities }: KnownComponent): string[] =>
    vulnerabilities.map(({ cve, fixed, isExploited = false }) => finding(cve, fixed, isExploited)).sort();

  it.each(['cyclonedx', 'spdx'] as const)('in %s have every vulnerability, its fix and its exploitation', (shape) => {
    expect(answers[shape].map(({ findings }) => findings)).toEqual(knownComponents.map(expected));
  });

  it.each(['csv', 'xlsx'] as const)('in %s have them as well, or are not examined, and fail', (shape) => {
    const wrong = knownComponents.flatMap((known, index) => {
      const answer = answers[shape][index]!;
      const isComplete = JSON.stringify(answer.findings) === JSON.stringify(expected(known));
      const isUndecided = answer.examined !== 'examined' && !answer.passes;
      return isComplete || isUndecided ? [] : [answer];
    });
    expect(wrong).toEqual([]);
    // The names and vendors alone are enough for most.
    const complete = answers[shape].filter(({ findings }) => findings.length > 0);
    expect(complete.length).toBeGreaterThanOrEqual(57);
  });

  it('are the same in every table, and in every format with identifiers', () => {
    expect(answers.xlsx).toEqual(answers.csv);
    expect(answers.spdx.map(({ findings, purl, cpe }) => ({ findings, purl, cpe }))).toEqual(
      answers.cyclonedx.map(({ findings, purl, cpe }) => ({ findings, purl, cpe })),
    );
  });

  it.each(shapes)('in %s are never taken for a package of a distribution that nothing speaks of', (shape) => {
    expect(answers[shape].filter(({ purl }) => purl !== null && /^pkg:(deb|rpm|apk)\//.test(purl))).toEqual([]);
  });

  it.each(shapes)('in %s have the end of life of their release', (shape) => {
    const ends = knownComponents.map(({ endOfLife: end }) => (end ? `ended ${end.on}` : null));
    const shown = answers[shape].map(({ endOfLife: end, status }, index) =>
      status === 'resolved' ? end : ends[index],
    );
    expect(shown).toEqual(ends);
  });
});
