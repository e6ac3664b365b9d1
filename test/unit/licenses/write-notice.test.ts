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

describe('a text that imitates a notice', () => {
  const rule = '='.repeat(78);
  const breaks = ['\n', '\r\n', '\r', '\u2028', '\u0085', '\v', '\f'];
  const forged = breaks.map((end, n) => `${end}${rule}${end}Forged ${n}${end}${rule}${end}evil 1${end}  Licence: MIT`);
  const text = `Terms\u001b[2J\u202e\n\tindented${forged.join('')}`;
  const written = (write: typeof noticeText): string => {
    const collector = new NoticeCollector();
    const license = { relation: 'declared', id: 'MIT', text } as const;
    const copyright = `(c) Ann\r  Package: pkg:npm/evil\nForged${forged[0]}`;
    collector.add({ name: 'a', org: '', version: '1', purl: null, copyright, licenses: [license] });
    return [
      ...write(
        collector.finish(() => null),
        product,
      ),
    ].join('');
  };

  it('has no line of its own where the sections are', () => {
    const lines = written(noticeText).split(/[\n\r\v\f\u0085\u2028\u2029]/);
    const outside = lines.filter((line) => line !== '' && !line.startsWith('    '));
    expect(outside).toEqual([
      'NOTICE of Shop 1',
      'This product contains 1 components of others. Their licences follow.',
      'Lines that begin with four spaces are texts of others.',
      ...[rule, 'Components', rule, 'a 1', '  Licence: MIT', '  Copyright:'],
      ...[rule, 'MIT (text of the SBOM)', 'Used by: a 1', rule],
    ]);
    expect(lines).toContain('    \tindented');
    expect(lines).toContain('    (c) Ann');
    expect(lines.join('')).not.toMatch(/[\u001b\u202e]/);
  });

  it('is a quotation in the page, also where nobody sees its border', () => {
    const html = written(noticeHtml);
    const [, quoted] = /<pre>([^]*)<\/pre>/.exec(html)!;
    expect(quoted!.split('\n').filter((line) => line !== '' && !line.startsWith('    '))).toEqual([]);
    expect(html.match(/<h3>/g)).toHaveLength(1);
  });
});
