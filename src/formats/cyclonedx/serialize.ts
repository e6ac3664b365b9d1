import type { BomSource, SerializeOptions } from '../format.js';
import { FormatError } from '../format.js';
import type { DocumentEncoder } from './encoder.js';
import type { SpecTarget } from '../schema/schema.js';
import { specVersions, type SpecVersion } from './spec/versions.js';
import { CycloneDxWriter } from './write-document.js';

/** Versions that are written, the default first. */
export const writtenCycloneDxVersions: readonly SpecVersion[] = ['1.6', '1.7', '1.5', '1.4'];

const chunkLength = 64 * 1024;

/** `serialize` of a format, from the encoder of its encoding. */
export const serializeWith = (encoding: SpecTarget['encoding'], makeEncoder: (target: SpecTarget) => DocumentEncoder) =>
  async function* (bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
    const version = specVersions.find((known) => known === options.specVersion);
    if (version === undefined)
      throw new FormatError(
        'unsupported_version',
        `CycloneDX ${options.specVersion} cannot be written; use ${specVersions.join(', ')}`,
      );
    const target: SpecTarget = { version, encoding, onLoss: options.onLoss };
    let buffer = '';
    let isFirst = true;
    for await (const text of new CycloneDxWriter(bom, options, target, makeEncoder(target)).text()) {
      buffer += text;
      if (!isFirst && buffer.length < chunkLength) continue;
      yield buffer;
      buffer = '';
      isFirst = false;
    }
    if (buffer !== '') yield buffer;
  };
