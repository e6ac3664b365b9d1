import { runCommandLine } from '../../src/cli/main.js';
import { gateOf, parseFailOn } from '../../src/cli/ci/fail-on.js';
import { reportFormats } from '../../src/cli/ci/report-formats.js';
import { terminalSafe } from '../../src/cli/terminal-safe.js';
import type { UploadView } from '../../src/sboms/uploading/upload.view.js';

const sbom = (examined: number, { partly = 0, all = 2 } = {}) => ({
  id: 's',
  name: 'shop',
  version: '1',
  entry_count: all,
  metrics: { coverage: { examined, partly, notExamined: all - examined - partly } },
});

const view = (more: Record<string, unknown> = {}): UploadView =>
  ({
    sbom: sbom(2),
    created: true,
    changes: null,
    verdict: 'passed',
    passed: true,
    pending_count: 0,
    vulnerabilities: [],
    severities: { critical: 0, high: 0, medium: 1, low: 0 },
    evaluation: {
      ruleset_name: 'Default',
      passing: 2,
      failing: 0,
      components: [],
      rules: [{ rule_id: 'license.known', name: 'Licence known', failing: 0 }],
    },
    ...more,
  }) as unknown as UploadView;
const failing = view({
  verdict: 'failed',
  evaluation: {
    ruleset_name: 'Default',
    passing: 1,
    failing: 1,
    rules: [{ rule_id: 'license.known', name: 'Licence <known>', failing: 1 }],
    components: [
      {
        id: 'c',
        org: 'o',
        name: 'a|b\n',
        version: '1',
        failures: [{ rule_id: 'license.known', reason: 'none & <x>' }],
      },
    ],
  },
});
/** One component breaks a rule; another is not assessed. */
const half = view({
  verdict: 'failed',
  pending_count: 1,
  evaluation: {
    ...failing.evaluation,
    rules: [...failing.evaluation.rules, { rule_id: 'license.allowed', name: 'Licence allowed', failing: 0 }],
  },
});

describe('--fail-on', () => {
  it.each<[string, UploadView, string]>([
    ['', view({ verdict: 'pending' }), 'passed'],
    ['failed', view(), 'passed'],
    ['failed', failing, 'stopped'],
    ['failed', view({ verdict: 'pending' }), 'undecided'],
    ['critical', view(), 'passed'],
    ['high', view(), 'passed'],
    ['medium', view(), 'stopped'],
    ['low', view(), 'stopped'],
    ['critical', view({ severities: {}, verdict: 'pending' }), 'undecided'],
    ['not-examined', view(), 'passed'],
    ['not-examined', view({ sbom: { ...sbom(2), open_gaps: 1 } }), 'stopped'],
    ['critical', view({ sbom: { ...sbom(2), open_gaps: 1 } }), 'undecided'],
    ['failed', view({ sbom: { ...sbom(2), open_gaps: 1 } }), 'passed'],
    ['not-examined', view({ pending_count: 1 }), 'stopped'],
    ['not-examined', view({ sbom: sbom(1) }), 'stopped'],
    ['not-examined', view({ sbom: sbom(1, { partly: 1 }) }), 'stopped'],
    ['not-examined', view({ sbom: sbom(0, { all: 0 }) }), 'stopped'],
    ['critical', view({ sbom: sbom(1) }), 'undecided'],
    ['critical', view({ sbom: sbom(1, { partly: 1 }) }), 'undecided'],
    ['critical', view({ severities: { unknown: 1 } }), 'undecided'],
    ['medium', view({ sbom: sbom(0) }), 'stopped'],
    ['failed', view({ sbom: sbom(1) }), 'passed'],
    ['license.known', view(), 'passed'],
    ['license.known', failing, 'stopped'],
    ['license.unheard-of', view(), 'stopped'],
    ['license.allowed', half, 'undecided'],
    ['license.known', half, 'stopped'],
    ['failed', half, 'stopped'],
  ])('%j', (conditions, of, outcome) => expect(gateOf(of, parseFailOn(conditions)).outcome).toBe(outcome));

  it('is undecided while jobs are open, whatever the ruleset says of what is there', () => {
    expect(gateOf(failing, ['critical'], false).outcome).toBe('undecided');
    expect(gateOf(failing, ['critical'], true).outcome).toBe('passed');
    expect(gateOf(failing, [], false).outcome).toBe('passed');
  });

  it('takes no unknown word', () => expect(() => parseFailOn('failed,severe')).toThrow('not "severe"'));
});

describe('commands of pipelines', () => {
  it.each(['--help', '-h'])('are explained by %s', async (word) => {
    let out = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
    const code = await runCommandLine(['upload', 'sbom.json', word], {}).finally(() => write.mockRestore());
    expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: stocktake COMMAND$/m)]);
  });

  describe('that say wrongly what they are for', () => {
    const { env } = process;
    let errors = '';
    beforeEach(() => {
      errors = '';
      process.env = { ...env, STOCKTAKE_URL: 'https://stocktake.example.org', STOCKTAKE_API_KEY: 'k' };
      jest.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((errors += String(text))));
    });
    afterEach(() => {
      process.env = env;
      jest.restoreAllMocks();
    });

    it.each(['', ' ', ','])('end with 2, not as passed, for --fail-on "%s"', async (conditions) => {
      const code = await runCommandLine(['check', '--name', 'a', '--fail-on', conditions], {});
      expect([code, errors]).toEqual([2, expect.stringContaining('--fail-on names no condition')]);
    });

    it.each(['stocktake.example.org', 'ftp://x', 'https://'])('name the setting with the address %s', async (url) => {
      process.env.STOCKTAKE_URL = url;
      const code = await runCommandLine(['check', '--name', 'a'], {});
      expect([code, errors]).toEqual([2, expect.stringContaining('STOCKTAKE_URL is no address')]);
    });
  });
});

describe('reports for pipelines', () => {
  const write = (format: string, of: UploadView, conditions = 'failed'): string =>
    reportFormats[format]!([{ view: of, gate: gateOf(of, parseFailOn(conditions)) }], true);

  it('are tables', () => {
    expect(write('table', failing)).toContain('license.known');
    expect(write('table', failing)).toMatch(/^! 1 components break the ruleset Default$/m);
  });
  it('are JSON with the gate', () => {
    expect(JSON.parse(write('json', failing))).toMatchObject({ verdict: 'failed', gate: { outcome: 'stopped' } });
  });
  it('are SARIF with a result for each broken rule', () => {
    const { version, runs } = JSON.parse(write('sarif', failing));
    expect([version, runs[0].results[0].ruleId, runs[0].tool.driver.rules[0].id]).toEqual([
      ...['2.1.0', 'license.known', 'license.known'],
    ]);
    expect(runs[0].invocations[0].executionSuccessful).toBe(true);
  });
  it('are one document for several SBOMs', () => {
    const other = view({ sbom: { ...sbom(2), name: 'a & b' } });
    const all = [failing, other].map((of) => ({ view: of, gate: gateOf(of, ['failed']) }));
    const written = (format: string): string => reportFormats[format]!(all, false);
    expect(JSON.parse(written('json')).map((one: any) => one.sbom.name)).toEqual(['shop', 'a & b']);
    const ids = JSON.parse(written('sarif')).runs.map((run: any) => run.automationDetails.id);
    expect(ids).toEqual(['stocktake/shop/', 'stocktake/a%20%26%20b/']);
    expect(written('junit').match(/<\?xml|<testsuites>|<testsuite |name="a &amp; b 1"/g)).toEqual([
      ...['<?xml', '<testsuites>', '<testsuite ', '<testsuite ', 'name="a &amp; b 1"'],
    ]);
  });
  it('are SARIF that keeps two components of one rule apart, and knows them again', () => {
    const [component] = failing.evaluation.components;
    const components = ['a', 'b'].map((name) => ({ ...component!, name }));
    const of = view({ evaluation: { ...failing.evaluation, components } });
    const prints = () =>
      JSON.parse(write('sarif', of)).runs[0].results.map((one: any) => one.partialFingerprints.primaryLocationLineHash);
    expect(new Set(prints()).size).toBe(2);
    expect(prints()).toEqual(prints());
  });
  it('say of no rule that it holds while a component is not assessed', () => {
    expect(write('junit', half).match(/<failure|<skipped/g)).toEqual(['<failure', '<skipped', '<failure']);
    expect(JSON.parse(write('sarif', half)).runs[0].invocations[0].executionSuccessful).toBe(false);
  });
  it('are SARIF that says why it may lack results', () => {
    const invocation = (of: UploadView) => JSON.parse(write('sarif', of)).runs[0].invocations[0];
    const pending = invocation(view({ verdict: 'pending' }));
    expect(pending.executionSuccessful).toBe(false);
    expect(pending.toolExecutionNotifications[0].message.text).toContain('Not every component is assessed');
    const cut = view({ evaluation: { ...failing.evaluation, failing: 101 } });
    const texts = invocation(cut).toolExecutionNotifications.map((one: any) => one.message.text);
    expect(texts).toContain('Only 1 of 101 failing components are listed');
  });
  it.each([
    '##vso[task.setvariable variable=PATH]/tmp/x',
    'a ###[set-output name=a]b',
    '::set-output name=a::b',
    '\u2003::add-mask::1',
    '##teamcity[buildStatus]',
  ])('have nothing that the log of a pipeline obeys: %s', (name) => {
    const component = {
      id: 'c',
      org: '',
      name,
      version: '1',
      failures: [{ rule_id: 'license.known', reason: 'none' }],
    };
    const of = view({
      sbom: { ...sbom(2), name },
      verdict: 'failed',
      evaluation: { ...failing.evaluation, failing: 1, components: [component] },
    });
    const isCommand = /##(?:vso|teamcity)?\[|^\s*::/im;
    for (const format of Object.keys(reportFormats)) expect(write(format, of)).not.toMatch(isCommand);
    expect(JSON.parse(write('json', of)).evaluation.components[0].name).toBe(name);
    expect(JSON.parse(write('sarif', of)).runs[0].results[0].message.text).toBe(`${name} 1: none`);
    expect(terminalSafe('Foo::Bar ##1 #[1]')).toBe('Foo::Bar ##1 #[1]');
  });
  it('are JUnit, in which what is pending is skipped', () => {
    expect(write('junit', failing)).toContain('<failure message="1 components break the rule">o/a|b\n 1: none &amp; &lt;x&gt;</failure>'); // prettier-ignore
    expect(write('junit', failing)).toContain('name="Licence &lt;known&gt;"');
    expect(write('junit', view({ verdict: 'pending' }))).toContain('<skipped');
    expect(write('junit', view())).toContain('tests="1" failures="0" errors="0"');
    expect(write('junit', view(), 'medium')).toContain('tests="2" failures="1" errors="0"');
    expect(write('junit', view(), 'medium')).toContain('<failure message="1 vulnerabilities of severity medium or worse">'); // prettier-ignore
    expect(write('junit', view({ sbom: sbom(1) }), 'critical')).toContain('<error message="1 of 2 components');
    expect(write('junit', view())).toContain('<property name="verdict" value="passed"/>');
  });
  it('are Markdown, with what would break a table escaped and nobody called', () => {
    const component = { id: 'c', org: '@types', name: 'node', version: '1\u2028' };
    const failures = [{ rule_id: 'license.known', reason: '#1 https://x.example' }];
    const scoped = view({ evaluation: { ...failing.evaluation, components: [{ ...component, failures }] } });
    expect(write('markdown', scoped)).toContain(
      '| @\u200btypes/node 1 | license.known | #\u200b1 https://\u200bx.example |',
    );
    expect(write('markdown', scoped).split('\n')[0]).toMatch(/^<!-- stocktake [0-9a-f-]{36} -->$/);
    expect(write('markdown', view({ sbom: sbom(1) }))).toContain(
      '- 1 of 2 components were not examined for vulnerabilities.',
    );
    expect(write('markdown', view())).not.toContain('were not read');
    expect(write('markdown', view({ sbom: { ...sbom(2), open_gaps: 3 } }))).toContain(
      '- 3 files of the source were not read: components of them may be missing.',
    );
    expect(write('markdown', failing)).toContain('| o/a\\|b 1 | license.known | none &amp; \\<x\\> |');
  });

  it('say a reason once for all rules of a component that it breaks', () => {
    const component = { id: 'c', org: '', name: 'a', version: '1' };
    const failures = ['one', 'two'].map((rule_id) => ({ rule_id, reason: 'Not examined.' }));
    const of = view({ evaluation: { ...failing.evaluation, components: [{ ...component, failures }] } });
    expect(write('markdown', of).match(/Not examined/g)).toHaveLength(1);
    expect(write('markdown', of)).toContain('| a 1 | one, two | Not examined. |');
    expect(JSON.parse(write('sarif', of)).runs[0].results).toHaveLength(2);
  });
});
