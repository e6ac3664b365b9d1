import { defaultLimits } from '../../../../src/formats/format.js';
import { collectBom } from '../../../../src/formats/in-memory-bom.js';
import { openDocument } from '../../../../src/formats/open-document.js';
import { bytesSource } from '../../../../src/formats/reading/bytes.js';
import { cpuClock } from '../../../support/cpu-time.js';

const read = async (text: string) => {
  const spill = () => Promise.reject(new Error('not needed'));
  const { format, decode } = await openDocument(bytesSource(Buffer.from(text)), { limits: defaultLimits, spill });
  return { format: format.id, ...(await collectBom(decode())) };
};

const body =
  '<metadata><timestamp>2026-01-02T03:04:05Z</timestamp></metadata><components><component type="library" bom-ref="a">' +
  '<name>a</name><version>1.10</version><licenses><license><id>MIT</id></license></licenses></component></components>' +
  '<dependencies><dependency ref="a"/></dependencies>';

test('CycloneDX without its namespace reads as with it, and is warned of', async () => {
  const bare = await read(`<?xml version="1.0"?>\n<!-- made by hand -->\n<bom version="1">${body}</bom>`);
  const full = await read(
    `<?xml version="1.0"?>\n<!-- made by hand -->\n<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1">${body}</bom>`,
  );
  const { warnings, ...rest } = bare;
  expect({ ...rest, warnings: [] }).toEqual(full);
  expect(rest.components).toHaveLength(1);
  expect(warnings).toEqual([
    { place: 'line 1', message: 'The document has no namespace, and so no version; it is read as CycloneDX 1.6' },
  ]);
});

test('many byte order marks are refused at once', async () => {
  const spent = cpuClock();
  await expect(read(`${'\ufeff'.repeat(100_000)}x`)).rejects.toThrow();
  expect(spent()).toBeLessThan(5_000);
});

test('another <bom> is not taken for CycloneDX', async () => {
  await expect(read('<bom xmlns="urn:example"><components/></bom>')).rejects.toThrow('not an SBOM');
  await expect(read('<bomb><components/></bomb>')).rejects.toThrow('not an SBOM');
});
