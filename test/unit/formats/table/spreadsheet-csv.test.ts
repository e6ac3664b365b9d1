import { defaultLimits } from '../../../../src/formats/format.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { detectLegacyCharset } from '../../../../src/formats/reading/charset.js';
import type { Bom } from '../../../../src/model/document.js';

async function open(bytes: Buffer): Promise<Bom> {
  const spill = (): never => {
    throw new Error('not needed');
  };
  return collectBom((await openDocument(bytesSource(bytes), { limits: defaultLimits, spill })).decode());
}

/** Each character in the set; the decoder of the platform says which bytes it has. */
function encode(text: string, charset: string): Buffer {
  const bytesOf = new Map<string, number[]>();
  const decoder = new TextDecoder(charset);
  for (let one = 0; one < 256; one += 1) {
    const single = decoder.decode(Uint8Array.of(one));
    if (single.length === 1 && single !== '\ufffd') bytesOf.set(single, [one]);
    for (let two = 0x40; one >= 0x81 && two < 256; two += 1) {
      const pair = decoder.decode(Uint8Array.of(one, two));
      if (pair.length === 1 && pair !== '\ufffd' && !bytesOf.has(pair)) bytesOf.set(pair, [one, two]);
    }
  }
  return Buffer.from([...text].flatMap((character) => bytesOf.get(character) ?? []));
}

describe('CSV as spreadsheets save it', () => {
  test.each([
    ['windows-1252', 'Windows-1252', 'Name;Version;Hersteller;Lizenz', 'Müller & Söhne'],
    ['windows-1252', 'Windows-1252', 'Nom du logiciel;Version;Éditeur;Licence', 'Société Générale'],
    ['windows-1252', 'Windows-1252', 'Nombre del software;Versión;Fabricante;Licencia', 'Compañía Ñandú'],
    ['windows-1250', 'Windows-1250', 'Nazwa składnika;Wersja;Dostawca;Licencja', 'Spółka Źródło'],
    ['windows-1250', 'Windows-1250', 'Name;Version;Supplier;License', 'Žluťoučký kůň'],
    ['shift_jis', 'Shift-JIS', 'コンポーネント名;バージョン;サプライヤー名;ライセンス', '株式会社サンプル'],
    ['gb18030', 'GB18030', '组件名称;版本号;供应商;许可证', '示例有限公司'],
    ['windows-1251', 'Windows-1251', 'Название компонента;Версия;Поставщик;Лицензия', 'КриптоПро'],
    ['euc-kr', 'EUC-KR', '구성요소 이름;버전;공급업체;라이선스', '한국소프트웨어'],
    ['big5', 'Big5', '元件名稱;版本號;廠商;授權', '範例公司'],
  ])('in %s is read, with a warning', async (charset, name, header, supplier) => {
    const text = `${header}\r\nOpenSSL;3.0.10;${supplier};Apache-2.0\r\n`;
    const { components, warnings } = await open(encode(text, charset));
    expect(components).toMatchObject([
      { name: 'OpenSSL', version: '3.0.10', supplier: { name: supplier }, licenses: [{ id: 'Apache-2.0' }] },
    ]);
    expect(warnings).toEqual([{ place: '', message: expect.stringContaining(`it was read as ${name}`) }]);
  });

  test('in EUC-JP is read, with a warning', async () => {
    // コンポーネント名;バージョン
    const header = 'a5b3a5f3a5dda1bca5cda5f3a5c8ccbe3ba5d0a1bca5b8a5e7a5f3';
    const { components, warnings } = await open(Buffer.from(`${header}0a4f70656e53534c3b332e300a`, 'hex'));
    expect(components).toMatchObject([{ name: 'OpenSSL', version: '3.0' }]);
    expect(warnings).toEqual([{ place: '', message: expect.stringContaining('it was read as EUC-JP') }]);
  });

  test('in a set that is not known is refused with the advice to save it as UTF-8', async () => {
    const bytes = encode('наименование,какое-то\nхорошо,плохо\n', 'koi8-r');
    await expect(open(bytes)).rejects.toMatchObject({ message: expect.stringContaining('save it as UTF-8') });
  });

  test('has no spaces around its cells, whatever their width', async () => {
    const { components } = await open(Buffer.from('Name;Version\n\u3000react\u3000;\u200b18.2.0\u200b \n'));
    expect(components).toMatchObject([{ name: 'react', version: '18.2.0' }]);
  });

  test('in a legacy set is recognised by a character far below the head', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `component-${index};1.0.${index};x\n`).join('');
    const { components, warnings } = await open(
      encode(`Name;Version;Vendor\n${rows}last;1.0;Müller\n`, 'windows-1252'),
    );
    expect(components.at(-1)!.supplier!.name).toBe('Müller');
    expect(warnings).toHaveLength(1);
  });

  test('in UTF-8 with a broken character is refused, not guessed', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Name;Version;Vendor\na;1;Müller Söhne\nb;2;'),
      Buffer.from([0xfc, 0x0a]),
    ]);
    await expect(open(bytes)).rejects.toMatchObject({ reason: 'encoding' });
    expect(detectLegacyCharset(Buffer.from('für Ärzte', 'utf8'))).toBeUndefined();
    expect(detectLegacyCharset(Buffer.from('für', 'utf8').subarray(0, 2))).toBeUndefined();
  });

  test('with short rows and delimiters at the end is read', async () => {
    const text = 'Name;Version;Vendor;License\na;1;;;;;\nb;2\nc;3;v\nd;4;v;MIT;\n';
    const { components, warnings } = await open(Buffer.from(text));
    expect(
      components.map(({ name, version, supplier, licenses }) => [name, version, supplier?.name, licenses.length]),
    ).toEqual([
      ['a', '1', undefined, 0],
      ['b', '2', undefined, 0],
      ['c', '3', 'v', 0],
      ['d', '4', 'v', 1],
    ]);
    expect(warnings).toEqual([
      { place: 'line 3', message: '2 rows have fewer cells than the header; the missing ones count as empty' },
    ]);
  });
});

test('a version with a comma may have been another text, and an apostrophe guards a name from being a formula', async () => {
  const csv = "Name,Version,License\n'@angular/core,17.0.0,MIT\nzlib,\"1,2\",Zlib\n'quoted',1.0,MIT\n";
  const { components, warnings } = await open(Buffer.from(csv));
  expect(components.map(({ name, version }) => `${name} ${version}`)).toEqual([
    '@angular/core 17.0.0',
    'zlib 1,2',
    "'quoted' 1.0",
  ]);
  expect(warnings).toEqual([
    { place: 'line 3', message: expect.stringContaining('A version is a number or date of the spreadsheet') },
  ]);
});
