import { maxColumnNameLength, type ColumnKind, type RecognisedColumn } from './column-names.js';

/** Words of a name that is not in the lists: what it must say, and what makes something else of it. */
const guesses: readonly { readonly kind: ColumnKind; readonly says: RegExp; readonly not: RegExp }[] = [
  {
    kind: 'version',
    says: /version|\bver\b|\brev(?:ision)?\b/,
    not: /latest|newest|fix|min|max|avail|recommend|patch|date|datum|count|target|schema|sbom|spdx|tool|format|status|\bid\b|url/,
  },
  {
    kind: 'license',
    says: /licen[sc]|lizenz|licenza|licença|licentie|licencja/,
    not: /url|link|text|file|datei|comment|famil|risk|categor|approv|status|count|expir|key|risiko|prüfung/,
  },
  {
    kind: 'supplier',
    says: /supplier|vendor|manufacturer|hersteller|lieferant|anbieter|fournisseur|proveedor|fornitore/,
    not: /url|mail|contact|kontakt|address|adresse|country|land|\bid\b|nr\b|number|risk|status|version|project/,
  },
  {
    kind: 'name',
    says: /(?:component|package|librar|software|module|product|dependency|oss|open source|third party|3rd party|komponente|paket|bibliothek|produkt|modul).*(?:name|bezeichnung|title|titel)|(?:name|bezeichnung|title|titel).*(?:component|package|librar|software|module|product|dependency|oss|open source|komponente|paket|bibliothek|produkt|modul)|^(?:used |our |verwendete[rs]? |eingesetzte[rs]? )?(?:components?|packages?|librar(?:y|ies)|software|komponenten?|pakete?|bibliothek(?:en)?)$/,
    not: /type|typ\b|version|\bid\b|count|anzahl|date|datum|url|path|pfad|licen|lizenz|supplier|vendor|hersteller|lieferant|owner|status|hash|descr|beschreib|manager|size|risk|score|comment|group|gruppe|team|number|nummer|file|datei/,
  },
];

/** Twice a name, for signs and spaces between its words. */
const maxGuessedLength = 2 * maxColumnNameLength;

export const guessedKinds: readonly ColumnKind[] = guesses.map(({ kind }) => kind);

/** What a column with an unknown name may say, by the words in it. */
export function guessColumn(name: string): RecognisedColumn | undefined {
  // Before any work: most rows that are tried as a header are none, and their cells may be long.
  if (name.length > maxGuessedLength) return undefined;
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (words.length > maxColumnNameLength || words.split(' ').length > 6) return undefined;
  const found = guesses.find(({ says, not }) => says.test(words) && !not.test(words));
  return found && { kind: found.kind, rank: 1_000, isGuess: true };
}
