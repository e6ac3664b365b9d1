import type { BomSource, SerializeOptions } from '../format.js';
import { FormatError } from '../format.js';
import type { Encoder } from './encoder.js';
import type { SpecVersion, Target } from './spec/shapes.js';
import { specVersions } from './spec/shapes.js';
import { DocumentWriter } from './write-document.js';

/** Versions that are written, the default first. */
export const writtenVersions: readonly SpecVersion[] = ['1.6', '1.7', '1.5', '1.4'];

const pieceLength = 64 * 1024;

/** `serialize` of a format, from its way to put a document on paper. */
export const serializeWith = (encoding: Target['encoding'], makeEncoder: (target: Target) => Encoder) =>
  async function* (bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
    const version = specVersions.find((known) => known === options.specVersion);
    if (version === undefined)
      throw new FormatError('unsupported_version', `CycloneDX ${options.specVersion} is not written`);
    const target: Target = { version, encoding, onLoss: (what) => options.onLoss(what) };
    let waiting = '';
    let isFirst = true;
    for await (const text of new DocumentWriter(bom, options, target, makeEncoder(target)).text()) {
      waiting += text;
      if (!isFirst && waiting.length < pieceLength) continue;
      yield waiting;
      waiting = '';
      isFirst = false;
    }
    if (waiting !== '') yield waiting;
  };
