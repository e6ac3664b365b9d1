import { NoticeCollector } from '../../../src/licenses/notice.js';
import { noticeSpdx } from '../../../src/licenses/write-notice-spdx.js';
import { noticeHtml, noticeText } from '../../../src/licenses/write-notice.js';

describe('a notice without components', () => {
  const product = { name: 'Shop', version: '1' };
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
