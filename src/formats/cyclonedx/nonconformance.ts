import type { BomWarning, Json } from '../../model/document.js';
import { pointerToken } from '../reading/strict-json.js';
import { conformToSpec } from '../schema/conform-to-spec.js';
import type { Schema } from '../schema/schema.js';
import { specVersions } from '../schema/schema.js';

interface ConformanceContext {
  readonly place: string;
  /** Version of the document as far as it is known yet. */
  readonly version: Json | undefined;
  readonly warn: (warning: BomWarning) => void;
}

/** Says where something that is kept as it is departs from the specification of its version. */
export function reportNonconformance(value: Json, shape: Schema, { place, version, warn }: ConformanceContext): void {
  const known = specVersions.find((one) => one === version) ?? (String(version) < '1.4' ? '1.4' : '1.7');
  let last = '';
  const report = (path: readonly (string | number)[], message: string): void => {
    const pointer = path.map(pointerToken).join('');
    // What holds the offending member is then lost with it, which is no second offence.
    if (last.startsWith(pointer) && last !== '') return;
    last = pointer;
    if (place.startsWith('/')) warn({ place: place + pointer, message });
    else warn({ place, message: `${pointer}: ${message}` });
  };
  const conforming = conformToSpec(value, shape, {
    version: known,
    encoding: 'JSON',
    isJudged: true,
    onLoss: (what, path) => {
      if (what !== 'XML extensions') report(path, `"${what}" is not as CycloneDX ${known} has it; it is kept as it is`);
    },
    onMissing: (path) => report(path, `CycloneDX ${known} demands a "${path.at(-1)}" here`),
  });
  if (conforming === undefined && last === '')
    report([], `This is not as CycloneDX ${known} has it; it is kept as it is`);
}
