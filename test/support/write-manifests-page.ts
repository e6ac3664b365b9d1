import { readFileSync, writeFileSync } from 'node:fs';
import { readTable, unreadTable } from './manifests-page.js';

/** Replaces the tables of docs/formats/manifests.md, each between its mark and the next `<!-- end -->`. */
const path = 'docs/formats/manifests.md';
const replaced = Object.entries({ read: readTable(), unread: unreadTable() }).reduce(
  (text, [mark, content]) => {
    const [before, after] = text.split(`<!-- ${mark} -->\n`);
    return `${before}<!-- ${mark} -->\n${content}${after!.slice(after!.indexOf('\n<!-- end -->'))}`;
  },
  readFileSync(path, 'utf8'),
);
writeFileSync(path, replaced);
