import { texts } from '../../texts.en.js';
import type { Entry } from './entry-pages.js';

export interface Identity {
  readonly name: string;
  /** Who said so, or what is left to do. */
  readonly by: string;
  readonly isOpen: boolean;
}

/** What an entry is, in two short lines. */
export function identityOf({
  disposition,
  disposition_note,
  status,
  search_results: results,
  confidence,
  error_message,
}: Entry): Identity {
  if (disposition)
    return {
      name: texts.dispositions[disposition] ?? disposition,
      by: [texts.sbom.byPerson, disposition_note?.slice(0, 80)].filter(Boolean).join(', '),
      isOpen: false,
    };
  const all = [...results.package, ...results.product, ...results.repo];
  const selected = all.find((one) => one.selected);
  if (selected)
    return {
      name: selected.purl ?? selected.cpe ?? selected.repo_url ?? '',
      by: selected.automatically_selected ? texts.sbom.byService(confidence.toFixed(2)) : texts.sbom.byPerson,
      isOpen: false,
    };
  const name = status === 'partial-resolution' ? texts.sbom.candidatesLeft : texts.sbom.noCandidates;
  return { name, by: error_message ? error_message.slice(0, 80) : texts.sbom.openEntry, isOpen: true };
}
