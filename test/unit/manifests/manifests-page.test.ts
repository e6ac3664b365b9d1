import { readFileSync } from 'node:fs';
import { readTable, unreadTable } from '../../support/manifests-page.js';

it('docs/formats/manifests.md has the lists of the code', () => {
  const page = readFileSync('docs/formats/manifests.md', 'utf8');
  expect(page).toContain(`<!-- read -->\n${readTable()}\n<!-- end -->`);
  expect(page).toContain(`<!-- unread -->\n${unreadTable()}\n<!-- end -->`);
});
