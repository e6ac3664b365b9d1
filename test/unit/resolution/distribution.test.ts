import { distributionOf } from '../../../src/resolution/matching/query/distribution.js';
import type { ComponentEvidence } from '../../../src/resolution/matching/query/evidence.js';

const reported = (given: Partial<ComponentEvidence>): string | null => {
  const found = distributionOf({ name: 'wombat', org: '', version: '', ...given });
  return found?.isSure ? `${found.type}/${found.namespaces[0]!}` : null;
};
const listOf = (namespace: string): Pick<ComponentEvidence, 'context'> => ({
  context: { ecosystems: {}, vendors: [], sureCount: 9, distribution: { namespace } },
});

describe('the distribution of a component', () => {
  it.each([
    ['1.2.3-4ubuntu1', 'deb/ubuntu'],
    ['1.2.3-4build1', 'deb/ubuntu'],
    ['1.2.3-4~ppa2', 'deb/ubuntu'],
    ['1.2.3-4+deb11u1', 'deb/debian'],
    ['1.2.3-4~bpo12+1', 'deb/debian'],
    ['1.2.3-4.fc38', 'rpm/fedora'],
    ['1.2.3-4.amzn2', 'rpm/amzn'],
    ['1.2.3-4.ph4', 'rpm/photon'],
    ['1.2.3-lp152.4.1', 'rpm/opensuse-leap'],
    ['1.2.3-4.el8sat', 'rpm/redhat'],
  ])('is told by the version %s', (version, expected) => expect(reported({ version })).toBe(expected));

  it.each(['', '1.1.1k', '1.2.3-4', '1:1.2.3-4+b1', '1.2.3-4.el8', '1.2.3-r0', '1.2.3-150400.1.3'])(
    'is not told by the version "%s"',
    (version) => expect(reported({ version })).toBeNull(),
  );

  it('is told by supplier or hint, and by a maker only beside the form of its versions', () => {
    expect(reported({ org: 'Ubuntu Developers', version: '1.2-3' })).toBe('deb/ubuntu');
    expect(reported({ hint: 'debian' })).toBe('deb/debian');
    expect(reported({ hint: 'deb', version: '1.2-3' })).toBeNull();
    expect(reported({ org: 'Red Hat, Inc.', version: '1.2-3.el8' })).toBe('rpm/rhel');
    expect(reported({ org: 'Red Hat, Inc.', version: '1.2.3-4.el8sat' })).toBe('rpm/rhel');
    expect(reported({ org: 'Red Hat', version: '7.4' })).toBeNull();
    expect(reported({ org: 'OpenSSL Project', version: '1.1.1k' })).toBeNull();
  });

  it('is told by the list for what a package manager may have installed', () => {
    expect(reported({ version: '1.2.3-4', ...listOf('debian') })).toBe('deb/debian');
    expect(reported({ version: '1.2.3-r0', ...listOf('wolfi') })).toBe('apk/wolfi');
    expect(reported({ version: '1.2.3', ...listOf('debian') })).toBeNull();
    expect(reported({ version: '1.2.3-beta.1', ...listOf('debian') })).toBeNull();
  });

  it('is not told where list and version contradict', () => {
    expect(reported({ version: '1.2.3-r0', ...listOf('debian') })).toBeNull();
    expect(reported({ version: '1.2.3-4+deb11u1', ...listOf('ubuntu') })).toBeNull();
    expect(reported({ version: '1.2.3-4ubuntu1', ...listOf('debian') })).toBe('deb/ubuntu');
  });
});
