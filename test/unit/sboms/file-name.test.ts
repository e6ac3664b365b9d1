import { fileNameOf } from '../../../src/sboms/file-name.js';

it.each([
  [{ name: 'Shop <&>', version: '1' }, 'Shop--1'],
  [{ name: '../etc/passwd', version: '' }, 'etc-passwd'],
  [{ name: 'a"; x="b\r\n', version: '1.0' }, 'a-x-b--1.0'],
  [{ name: 'Café', version: '2' }, 'Cafe-2'],
  [{ name: '日本', version: '' }, 'sbom'],
  [{ name: 'x'.repeat(300), version: '1' }, 'x'.repeat(100)],
])('names the file of %j %s', (sbom, name) => expect(fileNameOf(sbom)).toBe(name));
