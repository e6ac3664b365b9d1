import type { BomLicense } from '../../model/document.js';
import { normalizeLicense } from '../../model/license-normalization.js';

/**
 * The licence of a component as one expression, normalized to SPDX where possible; null if there is none. Concluded
 * licences come before declared ones; several are joined with AND.
 */
export function componentLicense(licenses: readonly BomLicense[] | null): string | null {
  const declared = (licenses ?? []).flatMap((one) => {
    const text = (one.expression ?? one.id ?? one.name ?? '').trim();
    return text === '' || text === 'NOASSERTION'
      ? []
      : [{ text: normalizeLicense(text) ?? text, relation: one.relation }];
  });
  const concluded = declared.filter(({ relation }) => relation === 'concluded');
  const texts = [...new Set((concluded.length > 0 ? concluded : declared).map(({ text }) => text))];
  if (texts.length <= 1) return texts[0] ?? null;
  return texts.map((text) => (/\s(?:OR|AND)\s/i.test(text) ? `(${text})` : text)).join(' AND ');
}
