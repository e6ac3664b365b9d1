import fc from 'fast-check';
import { contextOf, contextReasons, isOtherContext, withContext } from '../../../src/resolution/lists/list-context.js';
import { ListSummaryBuilder, type ListSummary } from '../../../src/resolution/lists/list-summary.js';

const summaryOf = (
  purls: readonly string[],
  more: readonly { hint?: string; version?: string }[] = [],
): ListSummary => {
  const builder = new ListSummaryBuilder();
  for (const purl of purls) builder.add({ purl, hint: '', version: '' });
  for (const { hint = '', version = '' } of more) builder.add({ purl: '', hint, version });
  return builder.build();
};

const npm = (count: number): string[] => Array.from({ length: count }, (_, index) => `pkg:npm/one${index}@1.0.0`);

describe('the summary of a list', () => {
  it('counts different packages, and components of a known ecosystem', () => {
    const purls = [...npm(3), 'pkg:npm/one0@2.0.0', 'pkg:pypi/two', 'pkg:generic/no-registry', 'pkg:', ''];
    expect(summaryOf(purls, [{ hint: 'Python' }, { hint: 'firmware' }, {}])).toEqual({
      sureCount: 5,
      ecosystems: { npm: 3, pypi: 2 },
      distribution: null,
      vendors: {},
    });
  });

  it('counts the owners of namespaces', () => {
    const maven = ['org.apache.logging.log4j/log4j-core', 'org.apache.commons/commons-text', 'com.acme/x'];
    const purls = [
      ...maven.map((name) => `pkg:maven/${name}`),
      'pkg:golang/github.com/acme/a/sub',
      'pkg:golang/github.com/acme/b',
    ];
    expect(summaryOf(purls).vendors).toEqual({ 'github.com/acme': 2, 'org.apache': 2 });
  });

  it.each<[string, string[], string[], ListSummary['distribution']]>([
    [
      'declared',
      ['pkg:deb/debian/a?distro=debian-12', 'pkg:deb/debian/b?distro=debian-12'],
      [],
      { namespace: 'debian', release: '12' },
    ],
    ['declared without release', ['pkg:apk/alpine/a', 'pkg:apk/alpine/b'], [], { namespace: 'alpine', release: '' }],
    [
      'Ubuntu by versions',
      [],
      ['1.2-3ubuntu0.22.04.1', '7.81-1build1', '1.0-2'],
      { namespace: 'ubuntu', release: '22.04' },
    ],
    ['Debian by versions', [], ['1.2+deb12u3', '5.1~deb12u1', '1.0-2'], { namespace: 'debian', release: '12' }],
    ['Fedora by versions', [], ['1.2-3.fc39', '4-1.fc39'], { namespace: 'fedora', release: '39' }],
    ['of several releases', [], ['1.2-3.fc39', '4-1.fc40'], { namespace: 'fedora', release: '' }],
    ['one sign only', [], ['1.2-3.fc39', '4-1'], null],
    ['two distributions', ['pkg:deb/debian/a', 'pkg:deb/debian/b'], ['1-1ubuntu1', '2-1ubuntu2'], null],
    [
      'mostly one',
      ['a', 'b', 'c', 'd', 'e'].map((name) => `pkg:deb/debian/${name}`),
      ['1-1ubuntu1'],
      { namespace: 'debian', release: '' },
    ],
    [
      'not what a version of another ecosystem looks like',
      [],
      ['1.0.0', '2.0.0-beta.1', '1.2.3-SNAPSHOT', 'build7'],
      null,
    ],
  ])('finds the distribution: %s', (_what, purls, versions, expected) => {
    expect(
      summaryOf(
        purls,
        versions.map((version) => ({ version })),
      ).distribution,
    ).toEqual(expected);
  });

  it('does not take what was selected without a declaration for a sign of the distribution', () => {
    const builder = new ListSummaryBuilder();
    for (const name of ['a', 'b', 'c']) builder.addSelected(`pkg:deb/debian/${name}`);
    expect(builder.build()).toMatchObject({ sureCount: 3, ecosystems: { deb: 3 }, distribution: null });
  });

  it('is the same in any order', () => {
    const purl = fc.constantFrom(
      ...npm(5),
      'pkg:deb/debian/a',
      'pkg:deb/ubuntu/a',
      'pkg:maven/org.a.b/c',
      'pkg:maven/org.a/d',
      '',
    );
    const one = fc.record({
      purl,
      hint: fc.constantFrom('', 'npm', 'java'),
      version: fc.constantFrom('', '1-1ubuntu1', '2.fc39'),
    });
    fc.assert(
      fc.property(fc.array(one), fc.infiniteStream(fc.nat()), (list, order) => {
        const [builder, shuffled] = [new ListSummaryBuilder(), new ListSummaryBuilder()];
        for (const each of list) builder.add(each);
        const keyed = list.map((each) => [order.next().value as number, each] as const);
        for (const [, each] of keyed.sort(([first], [second]) => first - second)) shuffled.add(each);
        expect(JSON.stringify(shuffled.build())).toBe(JSON.stringify(builder.build()));
      }),
    );
  });
});

describe('the context of a list', () => {
  it('has rounded portions, and nothing where too little is sure', () => {
    expect(contextOf(summaryOf(npm(2)))).toBeNull();
    expect(contextOf(summaryOf([...npm(18), 'pkg:pypi/a', 'pkg:gem/b']))).toEqual({
      ecosystems: { npm: 0.9, gem: 0.05, pypi: 0.05 },
      vendors: [],
      sureCount: 20,
    });
    expect(contextOf(summaryOf(['pkg:apk/alpine/a', 'pkg:apk/alpine/b']))).toEqual({
      ecosystems: {},
      distribution: { namespace: 'alpine' },
      vendors: [],
      sureCount: 0,
    });
  });

  it('is the same for lists that hardly differ', () => {
    expect(contextOf(summaryOf([...npm(30), 'pkg:pypi/a']))).toEqual(contextOf(summaryOf([...npm(31), 'pkg:pypi/a'])));
  });

  it('is another one where portions or distribution have changed', () => {
    const context = (purls: string[]) => contextOf(summaryOf(purls));
    const gems = ['a', 'b', 'c', 'd'].map((name) => `pkg:gem/${name}`);
    expect(isOtherContext(null, context(npm(5)))).toBe(true);
    expect(isOtherContext(context(npm(5)), null)).toBe(true);
    expect(isOtherContext(context(npm(20)), context([...npm(20), gems[0]!]))).toBe(false);
    expect(isOtherContext(context(npm(20)), context([...npm(20), ...gems]))).toBe(true);
    const debian = ['pkg:deb/debian/a', 'pkg:deb/debian/b'];
    expect(isOtherContext(context(npm(80)), context([...npm(80), ...debian]))).toBe(true);
  });

  const component = { name: 'left-pad', org: '', version: '1.0.0' };
  const context = contextOf(summaryOf(npm(20)))!;

  it('is given to components that do not say themselves what they are', () => {
    expect(withContext(component, context)).toEqual({ ...component, context });
    expect(withContext(component, null)).toBe(component);
    expect(withContext({ ...component, purls: ['no purl'] }, context).context).toBe(context);
    expect(withContext({ ...component, hint: 'firmware' }, context).context).toBe(context);
  });

  it('never reaches a component that declares its package or is internal, nor contradicts a hint, whatever it says', () => {
    const anyContext = fc.record({
      ecosystems: fc.dictionary(fc.constantFrom('npm', 'pypi', 'deb'), fc.double({ min: 0, max: 1, noNaN: true })),
      vendors: fc.array(fc.string()),
      sureCount: fc.nat(),
    });
    fc.assert(
      fc.property(anyContext, fc.constantFrom('npm', 'Ruby', 'java'), (given, hint) => {
        const declared = { ...component, purls: ['pkg:gem/left-pad@1.0.0'] };
        expect(withContext(declared, given)).toBe(declared);
        const internal = { ...component, internal: true };
        expect(withContext(internal, given)).toBe(internal);
        expect(withContext({ ...component, hint }, given).context!.ecosystems).toEqual({});
      }),
    );
  });

  it('is explained by figures, for and against', () => {
    const summary = summaryOf([...npm(18), 'pkg:pypi/a', 'pkg:deb/debian/b', 'pkg:deb/debian/b2?distro=debian-12']);
    const given = withContext(component, contextOf(summary));
    expect(contextReasons(given, summary, 'pkg:npm/left-pad@1.0.0')).toEqual([
      '18 of 21 sure components of the SBOM are npm packages',
    ]);
    expect(contextReasons(given, summary, 'pkg:gem/left-pad@1.0.0')).toEqual([
      'Against it: none of 21 sure components of the SBOM are gem packages',
    ]);
    expect(contextReasons(given, summary, 'pkg:deb/ubuntu/left-pad')[1]).toBe(
      'Against it: The SBOM is of the distribution debian 12',
    );
    expect(contextReasons(component, summary, 'pkg:npm/left-pad@1.0.0')).toEqual([]);
  });
});
