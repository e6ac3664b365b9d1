import { NoticeCollector } from '../../../src/licenses/notice.js';
import type { BomLicense } from '../../../src/model/document.js';

describe('a notice', () => {
  const noticeOf = (...licenses: BomLicense[]) => {
    const collector = new NoticeCollector();
    collector.add({ name: 'a', org: '', version: '1', purl: null, copyright: '', licenses });
    return collector.finish((id) => `text of ${id}`);
  };

  it('has the text that the file declares for a licence which a person concluded', () => {
    const { texts, withoutCopyright } = noticeOf(
      { relation: 'declared', id: 'MIT', text: '(c) Jane Roe' },
      { relation: 'concluded', name: 'MIT License' },
    );
    expect(texts.map(({ text, source }) => [text, source])).toEqual([['(c) Jane Roe', 'file']]);
    expect(withoutCopyright).toEqual([]);
  });

  it.each(['NONE', 'unknown', 'N/A', '-'])('tells a component with the licence %s as one without', (name) => {
    expect(noticeOf({ relation: 'declared', name }).withoutLicense).toHaveLength(1);
  });

  it('asks for the text of an exception beside the licence without it', () => {
    const { withoutText } = noticeOf({
      relation: 'declared',
      expression: 'GPL-2.0-only AND GPL-2.0-only WITH Classpath-exception-2.0',
    });
    expect(withoutText.map(({ license }) => license)).toEqual(['Classpath-exception-2.0 (exception)']);
  });
});
