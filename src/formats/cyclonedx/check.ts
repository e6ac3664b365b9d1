import type { BomWarning, Json } from '../../model/document.js';
import { pointerToken } from '../reading/strict-json.js';
import { fit } from './fit.js';
import type { Shape } from './spec/shapes.js';
import { specVersions } from './spec/shapes.js';

interface Checking {
  readonly place: string;
  /** Version of the document as far as it is known yet. */
  readonly version: Json | undefined;
  readonly warn: (warning: BomWarning) => void;
}

/** Says where something that is kept as it is departs from the specification of its version. */
export function checkAgainst(value: Json, shape: Shape, { place, version, warn }: Checking): void {
  const known = specVersions.find((one) => one === version) ?? (String(version) < '1.4' ? '1.4' : '1.7');
  let last = '';
  const tell = (path: readonly (string | number)[], message: string): void => {
    const pointer = path.map(pointerToken).join('');
    // What holds the offending member is then lost with it, which is no second offence.
    if (last.startsWith(pointer) && last !== '') return;
    last = pointer;
    if (place.startsWith('/')) warn({ place: place + pointer, message });
    else warn({ place, message: `${pointer}: ${message}` });
  };
  const fitted = fit(value, shape, {
    version: known,
    encoding: 'JSON',
    isJudged: true,
    onLoss: (what, path) => {
      if (what !== 'XML extensions') tell(path, `"${what}" is not as CycloneDX ${known} has it; it is kept as it is`);
    },
    onMissing: (path) => tell(path, `CycloneDX ${known} demands a "${path.at(-1)}" here`),
  });
  if (fitted === undefined && last === '') tell([], `This is not as CycloneDX ${known} has it; it is kept as it is`);
}
