import type { BomHeader, Family } from '../../model/document.js';

/**
 * Tells what the head of a bill says that the format written has no place for: the members of another family's head,
 * CycloneDX `metadata` one by one. `own` is the family written, null for a list, which has no head at all.
 */
export function reportForeignHead({ native }: BomHeader, own: Family | null, onLoss: (what: string) => void): void {
  if (!native || native.family === own) return;
  const { metadata, ...members } = native.data;
  for (const name of Object.keys(members)) onLoss(name);
  if (metadata !== null && typeof metadata === 'object')
    for (const name of Object.keys(metadata)) onLoss(`metadata.${name}`);
}
