import { qualityLetterHtml } from '../../../src/quality/quality-letter-html.js';

describe('qualityLetterHtml', () => {
  const lacking = { ref: 'a', name: '<img src=x onerror=alert(1)>', version: '1', place: '/components/0' };
  const requirement = {
    ...({ id: 'component.version', title: 'Version', scope: 'component', status: 'not_met' } as const),
    checked: 30,
    lacking: 22,
    components: [lacking],
    mend: 'Give the version.',
  };
  const standard = { id: 'ntia-2021', title: 'NTIA', met: false, score: 50, requirements: [requirement] };

  it('names what is lacking, how many more, and how to mend it, without markup from the file', () => {
    const page = qualityLetterHtml({ name: 'Shop & "Co"', version: '', supplier: '<b>Evil</b>\nBcc' }, [standard]);
    expect(page).toContain('To &#60;b&#62;Evil&#60;/b&#62; Bcc:');
    expect(page).toContain('&#60;img src=x onerror=alert(1)&#62; 1 (/components/0)');
    expect(page).toContain('<li>and 21 more</li>');
    expect(page).toContain('<td>22 of 30</td>');
    expect(page).not.toMatch(/<img|<script|<b>Evil/);
  });
});
