import type { BomWarning, Json } from '../../model/document.js';
import { pointerToken } from '../../model/json.js';
import { conformToSpec } from '../schema/conform-to-spec.js';
import type { Schema } from '../schema/schema.js';
import { specVersions } from './spec/versions.js';

interface ConformanceContext {
  readonly place: string;
  /** Version of the document, if it has been read already. */
  readonly version: Json | undefined;
  readonly warn: (warning: BomWarning) => void;
}

/** Warns of what in a value, which is kept as it is, departs from the specification of its version. */
export function reportNonconformance(value: Json, schema: Schema, { place, version, warn }: ConformanceContext): void {
  const known = specVersions.find((one) => one === version) ?? (String(version) < '1.4' ? '1.4' : '1.7');
  let last = '';
  const report = (path: readonly (string | number)[], message: string): void => {
    const pointer = path.map(pointerToken).join('');
    // The loss of the object around it follows from the first loss.
    if (last.startsWith(pointer) && last !== '') return;
    last = pointer;
    if (place.startsWith('/')) warn({ place: place + pointer, message });
    else warn({ place, message: `${pointer}: ${message}` });
  };
  const conforming = conformToSpec(value, schema, {
    version: known,
    encoding: 'JSON',
    isValidation: true,
    onLoss: (what, path) => {
      if (what !== 'XML extensions') report(path, `"${what}" is not valid in CycloneDX ${known}; it is kept as it is`);
    },
    onMissing: (path) => report(path, `"${path.at(-1)}" is missing; CycloneDX ${known} requires it`),
  });
  if (conforming === undefined && last === '')
    report([], `This is not valid in CycloneDX ${known}; it is kept as it is`);
}
