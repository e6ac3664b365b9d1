import { fuzz, type Fault } from '../../../bench/formats/fuzzing.js';
import { generatedBom, readOnlySeeds, written } from '../../../bench/formats/seeds.js';
import { formats } from '../../../src/formats/index.js';

/** A slice of `npm run fuzz`; the whole takes long. */
describe('faulty documents', () => {
  const readable = formats.filter((format) => format.serialize ?? readOnlySeeds[format.id]);

  it.each(readable.map((format) => [format.id, format] as const))(
    'are read or refused by %s, with a reason and in time',
    async (_id, format) => {
      const documents = format.serialize
        ? [await written(format, await generatedBom(1)), await written(format, await generatedBom(3))]
        : [Buffer.from(readOnlySeeds[format.id]!)];
      const faults: Fault[] = [];
      const cases = format.encoding === 'XLSX' ? 40 : 150;
      const { refused } = await fuzz(format, { cases, seed: 7, documents, onFault: (fault) => faults.push(fault) });
      expect(faults).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
