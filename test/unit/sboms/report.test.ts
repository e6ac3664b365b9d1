import fc from 'fast-check';
import { defaultLimits } from '../../../src/formats/format.js';
import { bytesSource } from '../../../src/formats/reading/bytes.js';
import { openZip } from '../../../src/formats/reading/zip.js';
import { escapeHtml, reportHtml } from '../../../src/sboms/reporting/report-html.js';
import type { ReportComponent, SbomReport } from '../../../src/sboms/reporting/report-data.js';
import { reportComponent } from '../../../src/sboms/reporting/report-component.js';
import { reportXlsx } from '../../../src/sboms/reporting/report-rows.js';
import type { ReportRow } from '../../../src/sboms/reporting/reporting.repository.js';
import { riskPlot } from '../../../src/sboms/reporting/risk-plot.js';
import { bytesOf } from '../../support/zip.js';

const none = { critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 };

function report(text: string): SbomReport {
  const component: ReportComponent = {
    ...{ id: text, name: text, org: text, version: text, identifier: text, license: text, risk: 50, scopes: null },
    ...{ vulnerabilities: { ...none, low: 1 }, exploited: 0, reasons: [text], update_to: text, fixes: 1 },
    ...{ remaining: [text], failures: [{ rule_id: text, reason: text }] },
  };
  const metrics = {
    risk: { score: 1, scopes: { ecosystem: 1, supplyChain: 1, software: 1 } },
    ...{ compliance: { passing: 1, failing: 0 }, resolution: { resolved: 1, partiallyResolved: 0, unresolved: 0 } },
  };
  return {
    sbom: { name: text, version: text, supplier: text, entry_count: 1, metrics } as SbomReport['sbom'],
    ...{ created_at: '2026-01-01T00:00:00Z', vulnerabilities: none, unexamined: 3, components: [component] },
    licenses: [{ license: text, class: 'unknown', components: 1 }],
    history: [],
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

  it('has texts that are read as they were written', () => {
    expect(escapeHtml(`<a href="x">'&amp;`)).toBe('&#60;a href=&#34;x&#34;&#62;&#39;&#38;amp;');
  });
});

describe('a component of a report', () => {
  const row: ReportRow = {
    ...{ id: 'i', name: 'a', org: '', version: '1', status: 'resolved', selected_purl: 'pkg:npm/a@1', selected_cpe: null, selected_repo: null },
    ...{ licenses: null, risk: 1, risk_ecosystem: 1, risk_technology: 1, risk_supply_chain: 1, failures: null, tags: null },
    ...{ entity_purl: 'pkg:npm/a@1', entity_cpe: null, entity_version: '1', is_examined: true, affecting: null, dismissed: [] },
  }; // prettier-ignore

  it('says that nobody has looked for vulnerabilities where that is so', () => {
    expect(reportComponent(row, null).reasons).toEqual([]);
    const [reason] = reportComponent({ ...row, is_examined: false }, null).reasons;
    expect(reason).toBe('Its vulnerabilities are unknown: no advisories cover this kind of software.');
    const [other] = reportComponent({ ...row, is_examined: false, entity_version: '' }, null).reasons;
    expect(other).toBe('Its vulnerabilities are unknown: its version is unknown.');
  });

  it('tells malice first, then the worst vulnerabilities with their chances, then everything else', () => {
    const one = (id: string, epss: number | null, exploited = false) => ({ id, severity: 'unknown', epss, exploited });
    const tag = (name: string, description: string) => ({ name, description, severity: 'red' as const });
    const tags = [tag('exploited', 'X'), tag('end_of_life', 'It has ended'), tag('malicious', 'It does harm')];
    const affecting = [one('A', 0.9, true), one('B', 0.653), one('C', 0.001), one('D', null)];
    expect(reportComponent({ ...row, tags, affecting }, null).reasons).toEqual([
      'It does harm.',
      'A (not rated, exploited in the wild) affects it.',
      'B (not rated, exploited within 30 days with a chance of 65.3 %) affects it.',
      'C (not rated) affects it.',
      '1 more vulnerability affects it.',
      'It has ended.',
    ]);
  });

  it('that is known by its repository alone is named by it, and nobody has looked for its vulnerabilities', () => {
    const repository = { selected_purl: null, selected_repo: 'https://github.com/a/a', entity_purl: null };
    const { identifier, reasons } = reportComponent({ ...row, ...repository, is_examined: false }, null);
    expect(identifier).toBe('https://github.com/a/a');
    expect(reasons[0]).toContain('Its vulnerabilities are unknown');
    expect(reportComponent({ ...row, status: 'no-resolution', is_examined: false }, null).reasons).toHaveLength(1);
  });
});

describe('the workbook of a report', () => {
  it('has numbers as numbers, which can be sorted and summed up, and texts as texts', async () => {
    const [component] = report('77').components;
    const batches = (async function* () {
      yield [component!];
    })();
    const parts = await openZip(bytesSource(await bytesOf(reportXlsx(batches))), defaultLimits);
    const sheet = parts.get('xl/worksheets/sheet1.xml')!;
    const text = (await bytesOf(sheet.stream())).toString();
    expect(text).toContain('<c r="A2" s="1" t="inlineStr"><is><t>77</t></is></c>');
    expect(text).toContain('<c r="F2"><v>50</v></c>');
    expect(text).toContain('<c r="M2"><v>1</v></c><c r="N2"><v>0</v></c>');
  });
});

describe('the drawing of the risk', () => {
  const point = (scored_at: string, risk: number) => ({ scored_at, risk, passing: 0, failing: 0 });

  it('goes by steps, from the first day to that of the report', () => {
    const svg = riskPlot([point('2026-01-01T00:00:00Z', 0), point('2026-01-02T00:00:00Z', 100), point('2026-01-03T00:00:00Z', 50)], '2026-01-05T00:00:00Z'); // prettier-ignore
    expect(svg).toContain('d="M34.0 158.0H183.5V10.0H333.0V84.0H632.0"');
    expect(svg).toContain('2026-01-01');
    expect(svg).toContain('2026-01-05');
  });

  it('stands several changes of one moment', () => {
    const moment = '2026-01-01T00:00:00Z';
    expect(riskPlot([point(moment, 1), point(moment, 2)], moment)).not.toContain('NaN');
  });
});
