import { decideLicense } from '../../../src/licenses/policy.js';
import { NoticeCollector } from '../../../src/licenses/notice.js';
import { componentLicense } from '../../../src/sboms/scoring/component-score.js';
import type { BomLicense } from '../../../src/model/document.js';

describe('several licences of one component', () => {
  const declared = (...names: string[]): BomLicense[] => names.map((name) => ({ relation: 'declared', name }));
  const policy = { allowed: ['class:permissive'], review: [], denied: ['AGPL-3.0-only'] };

  it.each(['MIT) OR (Acme', '(MIT', 'MIT))'])('all hold, whatever the name of one does to the others: %j', (name) => {
    const license = componentLicense(declared(name, 'AGPL-3.0-only'));
    expect(['allowed', 'review']).not.toContain(decideLicense(license, policy));
    expect(license).toContain('AGPL-3.0-only');
    const collector = new NoticeCollector();
    collector.add({ name: 'a', org: '', version: '1', purl: null, copyright: '', licenses: declared(name, 'AGPL-3.0-only') }); // prettier-ignore
    expect(collector.finish(() => null).components[0]!.license).toBe(license);
  });

  it('are one expression where they can be', () => {
    expect(componentLicense(declared('MIT OR Apache-2.0', 'ISC'))).toBe('(MIT OR Apache-2.0) AND ISC');
    expect(componentLicense(declared('Acme (own)', 'ISC'))).toBe('Acme (own) AND ISC');
  });
});
