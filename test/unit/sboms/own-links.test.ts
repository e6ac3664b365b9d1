import type { JsonObject } from '../../../src/model/document.js';
import { withoutOwnLinks } from '../../../src/sboms/exporting/own-links.js';

const serial = 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79';
const own = 'urn:cdx:3E671687-395b-41f5-a30f-a58921a69b79/1';
const others = 'urn:cdx:99999999-9999-4999-8999-999999999999/1#a';
const part = (affects: JsonObject[]): object => ({ kind: 'vulnerability', family: 'cyclonedx', data: { affects } });

describe('parts of an export', () => {
  it('name by its ref what they named by the serial number of the imported document', () => {
    const parts = [
      part([{ ref: `${own}#pkg%3Anpm%2Fa%401`, versions: [] }, { ref: others }, { ref: 'b' }, { ref: own }]),
    ];
    expect(JSON.parse(withoutOwnLinks(JSON.stringify(parts), serial))).toEqual([
      part([{ ref: 'pkg:npm/a@1', versions: [] }, { ref: others }, { ref: 'b' }, { ref: own }]),
    ]);
  });

  it('stay as they are where none is a link', () => {
    const batch = '[{"kind": "vulnerability", "data": {"affects": [{"ref": "a"}]}}]';
    expect(withoutOwnLinks(batch, serial)).toBe(batch);
  });
});
