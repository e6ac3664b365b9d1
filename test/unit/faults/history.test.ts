import { violations, type Change, type History, type Quiet, type Read, type Upload } from '../../faults/history.js';

const first: Upload = {
  sbomId: 's',
  marker: 'a',
  components: 3,
  asked: 10,
  answered: 20,
  answer: 'acknowledged',
  requestId: 'q1',
};
const second: Upload = { ...first, marker: 'b', components: 2, asked: 30, answered: 40, requestId: 'q2' };
const component: Change = { kind: 'component', subject: 'k', answer: 'acknowledged', requestId: 'q3' };
const confirmation: Change = { kind: 'confirmation', subject: 't', answer: 'acknowledged', requestId: 'q4' };
const decision: Change = { kind: 'decision', subject: 'g', answer: 'acknowledged', requestId: 'q5' };
const quiet: Quiet = {
  imports: [
    { id: 'i1', sbomId: 's', marker: 'a', number: 1, visible: true },
    { id: 'i2', sbomId: 's', marker: 'b', number: 2, visible: true },
  ],
  runs: [
    { id: 'r1', name: 'sbom.import', subject: 's', importId: 'i1', state: 'succeeded' },
    { id: 'r2', name: 'sbom.import', subject: 's', importId: 'i2', state: 'partial' },
    { id: 'r3', name: 'sbom.resolve', subject: 's', importId: null, state: 'succeeded' },
  ],
  sboms: [{ id: 's', shown: { b: 2 }, entryCount: 2, unfinished: 0 }],
  changed: [
    { kind: 'component', subject: 'k', isComplete: true },
    { kind: 'confirmation', subject: 't', isComplete: true },
    { kind: 'decision', subject: 'g', isComplete: true },
  ],
  events: ['q1', 'q2', 'q3', 'q4', 'q5'].map((requestId) => ({ requestId, outcome: 'done' as const })),
  leftovers: [],
};
const reads: Read[] = [
  { sbomId: 's', asked: 21, answered: 22, shown: {} },
  { sbomId: 's', asked: 25, answered: 27, shown: { a: 3 } },
  { sbomId: 's', asked: 50, answered: 51, shown: { b: 2 } },
];
const changes = [component, confirmation, decision];
const good: History = { uploads: [first, second], reads, changes, quiet };

const withRead = (read: Partial<Read>): History => ({ ...good, reads: [...reads, { ...reads[2]!, ...read }] });
const withQuiet = (change: Partial<Quiet>): History => ({ ...good, quiet: { ...quiet, ...change } });
const [import1, import2] = quiet.imports;
const [run1, run2, run3] = quiet.runs;
const [sbom] = quiet.sboms;
const withAnswer = (answer: Change['answer']): History => ({
  ...good,
  changes: changes.map((one) => ({ ...one, answer })),
});
const withoutChange = (kind: Change['kind']): Quiet['changed'] => quiet.changed.filter((one) => one.kind !== kind);
const withoutEvent = (requestId: string): Quiet['events'] => quiet.events.filter((one) => one.requestId !== requestId);
const withOutcome = (outcome: Quiet['events'][number]['outcome']): History =>
  withQuiet({ events: quiet.events.map((event) => ({ ...event, outcome })) });

describe('the checker of histories', () => {
  it('finds nothing wrong with a good one', () => {
    expect(violations(good)).toEqual([]);
    const overtaken: Partial<Quiet> = {
      imports: [{ ...import1!, visible: false }, import2!],
      runs: [{ ...run1!, state: 'failed' }, run2!, run3!],
    };
    expect(violations({ ...withQuiet(overtaken), reads: [reads[0]!, reads[2]!] })).toEqual([]);
    const unknown: Upload = { ...second, marker: 'c', answer: 'unknown', requestId: 'q9' };
    expect(violations({ ...good, uploads: [first, second, unknown] })).toEqual([]);
  });

  it('finds nothing wrong with changes that a client does not know of, made or not', () => {
    expect(violations(withAnswer('unknown'))).toEqual([]);
    expect(violations(withOutcome('committed'))).toEqual([]);
    const notMade = { changed: [], events: [quiet.events[0]!, quiet.events[1]!] };
    expect(violations({ ...withAnswer('unknown'), quiet: { ...quiet, ...notMade } })).toEqual([]);
    const failed = { requestId: 'q5', outcome: 'failed' as const };
    expect(
      violations({ ...withAnswer('unknown'), quiet: { ...quiet, ...notMade, events: [...notMade.events, failed] } }),
    ).toEqual([]);
  });

  it.each<[string, History, RegExp]>([
    ['an acknowledged upload that is lost', withQuiet({ imports: [import2!], runs: [run2!] }), /^a .*lost/],
    [
      'one upload that became two imports',
      withQuiet({
        imports: [...quiet.imports, { ...import2!, id: 'i3', number: 3 }],
        runs: [...quiet.runs, { ...run2!, id: 'r4', importId: 'i3' }],
      }),
      /b .*2 times/,
    ],
    ['a refused upload that was imported', { ...good, uploads: [{ ...first, answer: 'refused' }, second] }, /refused/],
    ['an import without a run', withQuiet({ runs: [run1!, run3!] }), /b has 0 runs/],
    ['an import with two runs', withQuiet({ runs: [...quiet.runs, { ...run2!, id: 'r9' }] }), /b has 2 runs/],
    [
      'the newest import failed',
      withQuiet({ imports: [import1!, { ...import2!, visible: false }], runs: [run1!, { ...run2!, state: 'failed' }] }),
      /b was accepted and never done/,
    ],
    [
      'done and not visible',
      withQuiet({ imports: [import1!, { ...import2!, visible: false }] }),
      /b is not visible and its run partial/,
    ],
    ['an import that nobody sent', { ...good, uploads: [second] }, /a was imported and never sent/],
    [
      'a confirmation that is lost',
      withQuiet({ changed: withoutChange('confirmation') }),
      /confirmation of t .*is lost/,
    ],
    ['a decision that is lost', withQuiet({ changed: withoutChange('decision') }), /decision of g .*is lost/],
    ['a component that is lost', withQuiet({ changed: withoutChange('component') }), /component of k .*is lost/],
    [
      'a decision that was made twice',
      withQuiet({ changed: [...quiet.changed, quiet.changed[2]!] }),
      /decision of g .*2 times/,
    ],
    [
      'a decision that left entries open',
      withQuiet({ changed: [...withoutChange('decision'), { ...quiet.changed[2]!, isComplete: false }] }),
      /decision of g is made in part/,
    ],
    ['a decision that was refused and made', withAnswer('refused'), /decision of g was refused and made/],
    ['a confirmation that nobody sent', { ...good, changes: [component, decision] }, /confirmation of t .*never sent/],
    ['an audit event that is lost', withQuiet({ events: withoutEvent('q4') }), /confirmation of t .*no audit event/],
    ['an upload without audit event', withQuiet({ events: withoutEvent('q2') }), /b is made and has no audit event/],
    [
      'a doubled audit event',
      withQuiet({ events: [...quiet.events, { requestId: 'q5', outcome: 'done' }] }),
      /decision of g .*2 audit events/,
    ],
    [
      'an audit event of what did not happen',
      withQuiet({ changed: withoutChange('decision') }),
      /decision of g is not made, and its audit event says done/,
    ],
    [
      'an audit event that says failed of what was acknowledged',
      withOutcome('failed'),
      /q?.*acknowledged, and .*failed/,
    ],
    [
      'an audit event that says done of what was refused',
      withAnswer('refused'),
      /decision of g was refused, and .*done/,
    ],
    ['half a version', withRead({ shown: { b: 1 } }), /1 of the 2 components/],
    ['a mix of versions', withRead({ shown: { a: 3, b: 2 } }), /mix of a and b/],
    ['another SBOM’s components', withRead({ sbomId: 't' }), /does not belong/],
    ['an old version after the new one', withRead({ asked: 60, answered: 61, shown: { a: 3 } }), /import 1 after/],
    [
      'a later upload that counts as older',
      withQuiet({
        imports: [
          { ...import1!, number: 2 },
          { ...import2!, number: 1 },
        ],
      }),
      /b was sent after a .* counts as older/,
    ],
    [
      'the older import on top',
      withQuiet({ sboms: [{ ...sbom!, shown: { a: 3 }, entryCount: 3 }] }),
      /1 stands where 2/,
    ],
    ['a run that is stuck', withQuiet({ runs: [run1!, run2!, { ...run3!, state: 'active' }] }), /stuck: active/],
    [
      'a resolution that failed',
      withQuiet({ runs: [run1!, run2!, { ...run3!, state: 'failed' }] }),
      /resolve r3 failed/,
    ],
    ['a count that is off', withQuiet({ sboms: [{ ...sbom!, entryCount: 5 }] }), /counts 5 entries and has 2/],
    ['entries that nobody finished', withQuiet({ sboms: [{ ...sbom!, unfinished: 1 }] }), /1 entries that wait/],
    ['something left behind', withQuiet({ leftovers: ['drafts/x'] }), /left behind: drafts\/x/],
  ])('finds %s', (_what, history, complaint) => {
    expect(violations(history).join('\n')).toMatch(complaint);
  });
});
