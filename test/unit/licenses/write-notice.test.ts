import { NoticeCollector } from '../../../src/licenses/notice.js';
import { noticeSpdx } from '../../../src/licenses/write-notice-spdx.js';
import { noticeHtml, noticeText } from '../../../src/licenses/write-notice.js';

const product = { name: 'Shop', version: '1' };

describe('a notice without components', () => {
  const empty = new NoticeCollector().finish(() => null);
  const options = { namespace: 'urn:test', created: '2026-01-01T00:00:00Z', tool: 'test' };

  it.each([
    ['text', () => noticeText(empty, product)],
    ['html', () => noticeHtml(empty, product)],
    ['spdx', () => noticeSpdx(empty, product, options)],
  ])('says in %s that it is incomplete', (_format, write) => {
    expect([...write()].join('')).toMatch(/incomplete[^]*there are no components in it/i);
  });
});

describe('a notice of a source that was not read whole', () => {
  const collector = new NoticeCollector();
  const license = { relation: 'declared', id: 'MIT', text: '(c) Ann' } as const;
  collector.add({ name: 'a', org: '', version: '1', purl: null, copyright: '', licenses: [license] });
  const options = { namespace: 'urn:test', created: '2026-01-01T00:00:00Z', tool: 'test' };
  const written = (unreadFiles: number): string[] => {
    const notice = collector.finish(() => null, unreadFiles);
    const all = [noticeText(notice, product), noticeHtml(notice, product), noticeSpdx(notice, product, options)];
    return all.map((chunks) => [...chunks].join(''));
  };

  it('says in every form that components may be missing', () => {
    for (const text of written(3)) {
      expect(text).toMatch(/incomplete/i);
      expect(text).toMatch(/not read \(3\)|3 files were not read/);
      expect(text).toContain('may be missing');
    }
    for (const text of written(0)) expect(text).not.toMatch(/incomplete|not read/i);
  });
});

it('counts what a notice withholds, and does not say that there are no components', () => {
  const collector = new NoticeCollector();
  collector.withhold();
  const notice = collector.finish(() => null);
  for (const written of [noticeText(notice, product), noticeHtml(notice, product)]) {
    const text = [...written].join('');
    expect(text).toContain('internal components (1) that this notice does not name');
    expect(text).not.toContain('there are no components in it');
  }
});

it('is of a product whose name is one line', () => {
  const notice = new NoticeCollector().finish(() => null);
  const [head] = [...noticeText(notice, { name: 'Shop\n\nleft-pad 1.3.0\n  Licence: MIT', version: '1' })];
  expect(head).toMatch(/^NOTICE of Shop left-pad 1\.3\.0 Licence: MIT 1\n\n/);
});
