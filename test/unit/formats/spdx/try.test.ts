import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { bomSource, collectBom } from '../../../../src/formats/collect.js';
import { defaultLimits } from '../../../../src/formats/format.js';
import { detectFormat, formats } from '../../../../src/formats/index.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { decodeHead } from '../../../../src/formats/reading/text.js';

const dir = '/work/shared/corpus/open/';
const manifest = JSON.parse(readFileSync(dir + 'MANIFEST.json', 'utf8'));
test('try', async () => {
  mkdirSync('/tmp/out', { recursive: true });
  const lines = [];
  for (const f of manifest.files) {
    if (f.format !== 'SPDX' || /xls/.test(f.encoding)) continue;
    if (process.env.ONLY && !f.path.includes(process.env.ONLY)) continue;
    try {
      const bytes = readFileSync(dir + f.path);
      const format = detectFormat(decodeHead(bytes.subarray(0, 65536)));
      if (!format) { lines.push(f.path + ' NOT DETECTED'); continue; }
      const bom = await collectBom(format.parse(bytesSource(bytes), defaultLimits));
      lines.push([f.path, format.id, f.expect, 'C', f.components, bom.components.length, bom.subject?.name, 'D', bom.dependencies.length, 'P', bom.parts.length, JSON.stringify(bom.warnings.slice(0, 3))].join(' '));
      for (const out of formats) for (const v of out.writes ?? []) {
        const losses: string[] = [];
        let text = '';
        for await (const t of out.serialize!(bomSource(bom), { specVersion: v, timestamp: '2024-01-01T00:00:00Z', tool: { name: 'Stocktake', version: '1' }, onLoss: (w) => losses.push(w) })) text += t;
        const name = '/tmp/out/' + f.path.replace('/', '__') + '__' + v + '.' + out.extension;
        writeFileSync(name, text);
        const again = await collectBom(out.parse(bytesSource(Buffer.from(text)), defaultLimits));
        const strip = (b: any) => b.components.map((c: any) => ({ ...c, place: '', native: undefined }));
        let same = true; try { expect(strip(again)).toEqual(strip(bom)); } catch (e: any) { same = false; lines.push('   DIFF ' + name + e.message.slice(0, 1500)); }
        if (losses.length || again.warnings.length || again.components.length !== bom.components.length || again.parts.length !== bom.parts.length || again.dependencies.length !== bom.dependencies.length)
          lines.push('   ' + [out.id, v, same, again.components.length, again.dependencies.length, again.parts.length, losses.join(), JSON.stringify(again.warnings.slice(0, 2))].join(' '));
      }
    } catch (e) { lines.push(f.path + ' ' + f.expect + ' ' + (e as Error).stack?.slice(0, 500)); }
  }
  writeFileSync('/tmp/try.txt', lines.join('\n'));
}, 60000);
