import { readFileSync } from 'node:fs';
import { defaultLimits } from '../../../../src/formats/format.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import type { Bom, BomComponent } from '../../../../src/model/document.js';
import { additionalFile, describeAdditional } from '../../../support/conformance/documents.js';
import { labels, mergedCells, xlsList, xlsOf } from '../../../support/xls.js';

async function read(bytes: Uint8Array): Promise<Bom & { readonly id: string }> {
  const { format, decode } = await openDocument(bytesSource(bytes), {
    limits: defaultLimits,
    spill: () => Promise.reject(new Error('not needed')),
  });
  return { ...(await collectBom(decode())), id: format.id };
}

const short = ({ name, version, supplier }: BomComponent): string => `${name}@${version}/${supplier?.name ?? ''}`;

describe('lists in old workbooks', () => {
  const rows = [
    ['name', 'version', 'supplier'],
    ['a', '1.10', 'v'],
  ];

  test('reads every visible sheet with a header, below titles and merged cells', async () => {
    const titled = [
      ['Our software'],
      [],
      ['', 'Vendor', 'Component', 'Version'],
      ['', 'v', 'b', '2'],
      ['', '', 'c', '3'],
      ['', 'Backend'],
      ['', 'w', 'd', '4'],
    ];
    const merged = mergedCells([0, 0, 0, 3], [3, 4, 1, 1], [5, 5, 1, 3]);
    const { id, components, warnings } = await read(
      xlsOf([
        { name: 'Cover', records: labels([['Hello']]) },
        { name: 'One', records: labels(rows) },
        { name: 'Two', records: [...labels(titled), merged] },
        { name: 'Old', hidden: 1, records: labels(rows) },
      ]),
    );
    expect(id).toBe('table-xlsx');
    expect(components.map(short)).toEqual(['a@1.10/v', 'b@2/v', 'c@3/v', 'd@4/w']);
    expect(components.map(({ place }) => place)).toEqual(['One!A2', 'Two!A4', 'Two!A5', 'Two!A7']);
    expect(warnings).toEqual([
      { place: 'Old', message: 'The sheet is hidden; it is not read' },
      { place: 'Two!A6', message: 'The row "Backend" is a title over merged cells; it is left out' },
    ]);
  });

  test('needs no header where each row says what it is', async () => {
    const { components } = await read(xlsList([[], ['', 'pkg:npm/a@1.10'], ['', 'pkg:npm/b@2']]));
    expect(components.map(({ purls: [purl] }) => purl)).toEqual(['pkg:npm/a@1.10', 'pkg:npm/b@2']);
  });

  test('columns named as members of every object are data', async () => {
    const { components } = await read(
      xlsList([
        ['Name', 'Version', '__proto__', 'constructor'],
        ['a', '1', 'polluted', 'c'],
      ]),
    );
    expect(components.map(short)).toEqual(['a@1/']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(components[0]!.properties).toContainEqual({ name: '__proto__', value: 'polluted' });
  });

  test('says where characters were replaced', async () => {
    const { components, warnings } = await read(xlsList([...rows, ['b\0', '1', ''], ['c\0', '1', '']]));
    expect(components.map(short)).toEqual(['a@1.10/v', 'b\ufffd@1/', 'c\ufffd@1/']);
    expect(warnings).toEqual([{ place: 'Components!A3', message: expect.stringContaining('U+FFFD') as string }]);
  });

  test('is refused without a list', async () => {
    await expect(read(xlsList([['Hello']]))).rejects.toThrow('No sheet has a row that names the columns');
  });
});

describeAdditional('an SPDX spreadsheet of the SPDX tools', () => {
  test('says the same in either form', async () => {
    const [old, recent] = await Promise.all(
      ['xls', 'xlsx'].map((form) => read(readFileSync(additionalFile(`spdx-2.3/trustify__openssl.${form}`)))),
    );
    expect(old!.components).toHaveLength(37);
    expect(old).toEqual(recent);
  });
});
