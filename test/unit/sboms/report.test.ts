import fc from 'fast-check';
import { defaultLimits } from '../../../src/formats/format.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { openZip } from '../../../src/formats/reading/zip.js';
import { escapeHtml } from '../../../src/model/html.js';
import { reportHtml } from '../../../src/sboms/reporting/report-html.js';
import type { ReportComponent, SbomReport } from '../../../src/sboms/reporting/report-data.js';
import { sharedReport } from '../../../src/sboms/sharing/share-page.js';
import { reportComponent } from '../../../src/sboms/reporting/report-component.js';
import { reportCsv, reportXlsx } from '../../../src/sboms/reporting/report-rows.js';
import type { ReportRow } from '../../../src/sboms/reporting/reporting.repository.js';
import { packageUndecidedCoverage, unresolvedCoverage } from '../../../src/scores/coverage/entity-coverage.js';
import { fullCoverage } from '../../support/entity-facts.js';
import { bytesOf } from '../../support/zip.js';

const none = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };

function report(text: string): SbomReport {
  const component: ReportComponent = {
    id: text,
    name: text,
    org: text,
    version: text,
    identifier: text,
    license: text,
    risk: 50,
    risk_coverage: 0.5,
    scopes: null,
    vulnerabilities: { ...none, low: 1 },
    undecided: 0,
    exploited: 0,
    reasons: [text],
    update_to: text,
    fixes: 1,
    remaining: [text],
    may_concern: [],
    failures: [{ rule_id: text, reason: text }],
    coverage: fullCoverage,
  };
  const metrics = {
    risk: { score: 1, coverage: 0.5, scopes: { ecosystem: 1, supplyChain: 1, software: 1 } },
    compliance: { passing: 1, failing: 0 },
    resolution: { resolved: 1, partiallyResolved: 0, unresolved: 0 },
  };
  return {
    sbom: {
      name: text,
      version: text,
      supplier: text,
      entry_count: 1,
      metrics,
      verdict: 'pending',
      judged_at: null,
      data_as_of: null,
      open_gaps: 1,
    } as SbomReport['sbom'],
    created_at: '2026-01-01T00:00:00Z',
    vulnerabilities: none,
    undecided: 0,
    unexamined: 3,
    components: [component],
    coverage: [{ status: 'not_examined', reason: text, count: 3 }],
    signatures: [{ kind: 'jsf', status: 'invalid', algorithm: text, key: text, signed_by: text, message: text }],
    gaps: [
      ...[{ path: text, kind: text, ecosystem: text, reason: 'unreadable' as const, message: text }].flatMap((gap) => [
        { ...gap, accepted_at: null, accepted_by: null, note: '' },
        { ...gap, accepted_at: new Date(0), accepted_by: text, note: text },
      ]),
    ],
    gap_count: 700,
    licenses: [{ license: text, class: 'unknown', components: 1 }],
    license_count: 600,
    history: [],
    trend: { from: new Date(0), to: new Date(0), points: [] },
  };
}

describe('the page of a report', () => {
  const plain = reportHtml(report('x'));
  const shape = (html: string): number => html.match(/[<>]/g)!.length;

  it('has the same elements whatever the texts are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => shape(reportHtml(report(text))) === shape(plain)),
      { numRuns: 50 },
    ); // prettier-ignore
  });

  it.each([
    ['pending', null, null, 'Never assessed, without any source of vulnerabilities.'],
    [
      'passed',
      '2026-01-02T03:04:05Z',
      '2026-01-01T00:00:00Z',
      'Assessed 2026-01-02 03:04 UTC, with data of 2026-01-01 00:00 UTC or later.',
    ],
    ['failed', '2026-01-02T03:04:05Z', null, 'Assessed 2026-01-02 03:04 UTC, without any source of vulnerabilities.'],
  ] as const)('begins with a verdict that is %s, and with the age of its data', (verdict, assessed, data, words) => {
    const [judged_at, data_as_of] = [assessed && new Date(assessed), data && new Date(data)];
    const { sbom } = report('x');
    const html = reportHtml({ ...report('x'), sbom: { ...sbom, verdict, judged_at, data_as_of } });
    expect(html).toContain(words);
    expect(html).toMatch(new RegExp(`<b class="${verdict === 'passed' ? 'good' : 'bad'}">${verdict}</b>`, 'i'));
  });

  it('says how many gaps and licences it does not list, and nothing where it lists all', () => {
    expect(plain).toContain('2 of 700 gaps are listed, those that nobody accepted first.');
    expect(plain).toContain('1 of 600 licences are listed, the most frequent ones.');
    expect(reportHtml({ ...report('x'), gap_count: 2, license_count: 1 })).not.toContain(' are listed');
  });

  const withMetrics = (metrics: object, more: Partial<SbomReport['sbom']> = {}): string => {
    const { sbom } = report('x');
    return reportHtml({ ...report('x'), sbom: { ...sbom, ...more, metrics: { ...sbom.metrics, ...metrics } } });
  };

  it('has no figure for a risk of which too little is known, as the workbench has none', () => {
    const risk = { score: 3, coverage: 0.12, scopes: { ecosystem: 1, supplyChain: 1, software: 1 } };
    expect(withMetrics({ risk })).toContain('<b>unknown</b>');
    expect(withMetrics({ risk })).toContain('12 % of the data known, too little for a figure; they show 3');
    expect(withMetrics({ risk: { ...risk, coverage: 0.5 } })).toContain('<b>3</b>');
    const [one] = report('x').components;
    const html = reportHtml({ ...report('x'), components: [{ ...one!, risk: 7, risk_coverage: 0.49 }] });
    expect(html).toContain('unknown<br><span class="quiet">49 % known, which show 7</span>');
  });

  it('leaves out of no figure what is not assessed, and calls nothing known of an SBOM without components', () => {
    expect(withMetrics({ compliance: { passing: 5, failing: 0, pending: 4 } })).toContain('5 pass, 4 not assessed');
    const { sbom } = report('x');
    const empty = reportHtml({ ...report('x'), sbom: { ...sbom, entry_count: 0 }, unexamined: 0, coverage: [] });
    expect(empty).toContain('there are no components');
    expect(empty).not.toContain('none known');
  });

  it('has texts that are read as they were written', () => {
    expect(escapeHtml(`<a href="x">'&amp;`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;amp;');
  });
});

describe('the page of a shared report', () => {
  const shared = (more: Partial<SbomReport>, withheld: string[] = []): string =>
    sharedReport({ ...report('x'), ...more }, { withScores: true, withheld: new Set(withheld) });

  it('counts all files that could not be read, and all licences', () => {
    expect(shared({})).toContain('700 files of the source could not be read');
    expect(shared({})).toContain('1 of 600 licences are listed, the most frequent ones.');
    expect(shared({ gaps: [], gap_count: 0 })).not.toContain('could not be read');
  });

  it('gives no figure that little data shows, and calls nothing safe that nobody looked at', () => {
    const [one] = report('x').components;
    const row = (more: Partial<ReportComponent>): string => shared({ components: [{ ...one!, ...more }] });
    expect(row({ risk: 3, risk_coverage: 0.2 })).toContain(
      'unknown<br><span class="quiet">20 % known, which show 3</span>',
    );
    expect(row({ risk: null })).toContain('not assessed');
    const clean = { vulnerabilities: none };
    expect(row(clean)).toContain('<td>none known</td>');
    expect(row({ ...clean, coverage: unresolvedCoverage })).toContain(
      'not examined: no package or product is selected',
    );
    const { sbom } = report('x');
    const risk = { ...sbom.metrics.risk, score: 7, coverage: 0.2 };
    expect(shared({ sbom: { ...sbom, metrics: { ...sbom.metrics, risk } } })).toContain(
      'too little for a figure; they show 7',
    );
    const empty = shared({ sbom: { ...sbom, entry_count: 0 }, unexamined: 0, coverage: [] });
    expect(empty).toContain('there are no components');
    expect(shared({ unexamined: 0, coverage: [] })).toContain('none known');
    expect(row({ ...clean, undecided: 2 })).toContain('<td><ul><li>2 not decided</li></ul></td>');
    const undecided = { undecided: 2, unexamined: 0, coverage: [], components: [] };
    for (const html of [shared(undecided), reportHtml({ ...report('x'), ...undecided })]) {
      expect(html).toContain('2 more not decided');
      expect(html).not.toContain('none known');
    }
  });

  it('says how many components with the highest risk are internal and not listed', () => {
    const [one] = report('x').components;
    const components = ['public', 'secret', 'hidden'].map((name) => ({ ...one!, id: name, name }));
    const html = shared({ components }, ['secret', 'hidden', 'elsewhere']);
    expect(html).toContain('2 of the 3 with the highest risk are internal and are not listed.');
    expect(html).toContain('<b>public</b>');
    expect(html).not.toMatch(/secret|hidden/);
    expect(shared({ components })).not.toContain('not listed');
    const all = shared({ components: components.slice(1) }, ['secret', 'hidden']);
    expect(all).toContain('2 of the 2 with the highest risk are internal and are not listed.');
  });
});

describe('a component of a report', () => {
  const row: ReportRow = {
    id: 'i', name: 'a', org: '', version: '1', status: 'resolved', selected_purl: 'pkg:npm/a@1', selected_cpe: null, selected_repo: null,
    licenses: null, risk: 1, risk_ecosystem: 1, risk_technology: 1, risk_supply_chain: 1, risk_coverage: 0.4, failures: [], tags: null,
    entity_purl: 'pkg:npm/a@1', entity_cpe: null, entity_version: '1', coverage: fullCoverage, affecting: null, undecided: null, dismissed: [], package_undecided: false,
  }; // prettier-ignore

  const partly = { status: 'partly', cause: 'selection', reason: 'the source is a selection' } as const;

  it('says that nobody has looked for vulnerabilities where that is so, and what was looked for only in part', () => {
    expect(reportComponent(row, null).reasons).toEqual([]);
    expect(reportComponent({ ...row, coverage: unresolvedCoverage }, null).reasons).toEqual([
      `It was not examined for vulnerabilities: ${unresolvedCoverage.vulnerabilities.reason}.`,
    ]);
    expect(reportComponent({ ...row, coverage: { ...fullCoverage, vulnerabilities: partly } }, null).reasons).toEqual([
      'It was only partly examined for vulnerabilities: the source is a selection.',
    ]);
    expect(reportComponent({ ...row, package_undecided: true }, null).reasons).toEqual([
      `It was only partly examined for vulnerabilities: ${packageUndecidedCoverage.reason}.`,
    ]);
    expect(reportComponent({ ...row, coverage: null, risk: null }, null).coverage.malicious.cause).toBe('not_scored');
  });

  it('says what may affect it, on which module, and what to do', () => {
    const undecided = [
      { module: 'a.org/b/c', count: 5, ids: ['CVE-1', 'CVE-2', 'CVE-3'], reason: 'It may be of the module' },
      { module: null, count: 1, ids: ['CVE-9'], reason: 'No version is known' },
    ];
    const component = reportComponent({ ...row, undecided }, null);
    expect(component.undecided).toBe(6);
    expect(component.reasons).toEqual([
      'CVE-1, CVE-2, CVE-3 and 2 more may affect it, by advisories on the module a.org/b/c. CVE-1: It may be of the module.',
      'CVE-9 may affect it: No version is known.',
    ]);
    const html = reportHtml({ ...report('x'), components: [component] });
    expect(html).not.toContain('No known issues');
    expect(html).toContain('Find out whether the 6 that may affect it do, and make a statement.');
  });

  it('counts no exploited vulnerability only where the list of them was read', () => {
    expect(reportComponent(row, null).exploited).toBe(0);
    expect(reportComponent({ ...row, coverage: unresolvedCoverage }, null).exploited).toBeNull();
    const affecting = [{ id: 'A', severity: 'high' as const, epss: null, exploited: true, worse_rating: null }];
    expect(reportComponent({ ...row, coverage: unresolvedCoverage, affecting }, null).exploited).toBe(1);
  });

  it('tells malice first, then the worst vulnerabilities with their chances, then everything else', () => {
    const worse_rating = { cve: 'CVE-1', severity: 'high', score: 7, source: 'NVD' } as const;
    const one = (id: string, epss: number | null, exploited = false) => ({
      id,
      severity: 'unknown' as const,
      epss,
      exploited,
      worse_rating: null,
    });
    const tag = (name: string, description: string) => ({ name, description, severity: 'red' as const });
    const tags = [tag('exploited', 'X'), tag('end_of_life', 'It has ended'), tag('malicious', 'It does harm')];
    const affecting = [
      one('A', 0.9, true),
      one('B', 0.653),
      { ...one('C', 0.001), severity: 'low' as const, worse_rating },
      one('D', null),
    ];
    expect(reportComponent({ ...row, tags, affecting }, null).reasons).toEqual([
      'It does harm.',
      'A (not rated, exploited in the wild) affects it.',
      'B (not rated, exploited within 30 days with a chance of 65.3 %) affects it.',
      'C (rated low by its advisory, which counts, and by NVD worse: CVE-1 high, CVSS 7.0) affects it.',
      '1 more vulnerability affects it.',
      'It has ended.',
    ]);
  });

  it.each([
    [5, 'CVE-0, CVE-1, CVE-2 and 2 more may concern it'],
    [20, 'CVE-0, CVE-1, CVE-2 and at least 17 more may concern it'],
  ])('tells how many may concern it, where that is known: %i', (count, text) => {
    const one = (n: number) => ({ cve: `CVE-${n}`, vendor: 'Acme', product: 'Shop', added_on: null });
    const { reasons } = reportComponent(
      row,
      null,
      Array.from({ length: count }, (_, n) => one(n)),
    );
    expect(reasons).toEqual([expect.stringContaining(text)]);
  });

  it('that is known by its repository alone is named by it, and nobody has looked for its vulnerabilities', () => {
    const repository = { selected_purl: null, selected_repo: 'https://github.com/a/a', entity_purl: null };
    const { identifier, reasons } = reportComponent({ ...row, ...repository, coverage: unresolvedCoverage }, null);
    expect(identifier).toBe('https://github.com/a/a');
    expect(reasons[0]).toContain('It was not examined for vulnerabilities');
    expect(reportComponent({ ...row, status: 'no-resolution', coverage: null }, null).reasons).toEqual([
      'It is not identified: no package, repository or product is selected.',
      'It was not examined for vulnerabilities: no package or product is selected.',
    ]);
  });
});

describe('the table of a report', () => {
  it('has no zero where nobody has looked, and says why', async () => {
    const component = { ...report('x').components[0]!, vulnerabilities: { ...none, high: 2 }, exploited: null };
    const batches = (async function* () {
      yield [{ ...component, coverage: unresolvedCoverage }];
    })();
    const [header, row] = (await bytesOf(reportCsv(report('x').sbom, batches))).toString().split('\r\n') as [
      string,
      string,
    ];
    const cells = Object.fromEntries(header.split(',').map((name, index) => [name, row.split(',')[index]]));
    expect(cells).toMatchObject({ critical: '', high: '2', low: '', exploited: '' });
    expect(cells).toMatchObject({ sbom_verdict: 'pending', sbom_judged_at: '', sbom_data_as_of: '' });
    expect(cells.malicious_coverage).toBe('not_examined: no package or product is selected');
  });
});

describe('the workbook of a report', () => {
  it('has numbers as numbers, which can be sorted and summed up, and texts as texts', async () => {
    const [component] = report('77').components;
    const batches = (async function* () {
      yield [component!];
    })();
    const parts = await openZip(bytesSource(await bytesOf(reportXlsx(report('x').sbom, batches))), defaultLimits);
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    const text = (await bytesOf(sheet.stream())).toString();
    expect(text).toContain('<c r="A2" s="1" t="inlineStr"><is><t>77</t></is></c>');
    expect(text).toContain('<c r="F2"><v>50</v></c>');
    expect(text).toContain('<c r="N2"><v>1</v></c><c r="O2"><v>0</v></c>');
    expect(text).toContain('<c r="R2" s="1" t="inlineStr"><is><t>examined</t></is></c>');
  });
});
