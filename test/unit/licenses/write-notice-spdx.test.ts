import { NoticeCollector } from '../../../src/licenses/notice.js';
import { noticeSpdx } from '../../../src/licenses/write-notice-spdx.js';
import type { BomLicense } from '../../../src/model/document.js';

describe('a notice as SPDX', () => {
  const spdxOf = (...components: BomLicense[][]) => {
    const collector = new NoticeCollector();
    for (const [index, licenses] of components.entries())
      collector.add({ name: `part ${index}`, org: '', version: '1', purl: null, copyright: '', licenses });
    const options = { namespace: 'urn:test', created: '2026-01-01T00:00:00Z', tool: 'test' };
    const notice = collector.finish((id) => `text of ${id}`);
    return [...noticeSpdx(notice, { name: 'Shop', version: '1' }, options)].join('');
  };

  it('has the text that the file has for a listed licence, where the copyright line may stand', () => {
    const text = spdxOf([{ relation: 'declared', id: 'MIT', text: '(c) Jane Roe, MIT' }]);
    expect(text).toContain('PackageLicenseDeclared: MIT\n');
    expect(text).toContain('PackageAttributionText: <text>(c) Jane Roe, MIT</text>\n');
  });

  it('has the text that the file has for a licence with a name of its own', () => {
    const text = spdxOf([{ relation: 'declared', name: 'Acme 7', text: 'Acme gives you leave' }]);
    expect(text).toMatch(
      /\nLicenseID: LicenseRef-\w+\nExtractedText: <text>Acme gives you leave<\/text>\nLicenseName: Acme 7\n/,
    );
    expect(text).not.toContain('PackageAttributionText');
  });

  it('has each of several texts under one name', () => {
    const own = (text: string): BomLicense[] => [{ relation: 'declared', name: 'LicenseRef-own', text }];
    const text = spdxOf(own('first words'), own('second words'));
    expect(text).toContain('ExtractedText: <text>first words\n\nsecond words</text>');
  });

  it('has the text of one of several licences that are no expression together', () => {
    const text = spdxOf([
      { relation: 'declared', name: 'Acme 7', text: 'Acme gives you leave' },
      { relation: 'declared', id: 'MIT' },
    ]);
    expect(text).toContain('PackageAttributionText: <text>Acme gives you leave</text>\n');
  });
});
