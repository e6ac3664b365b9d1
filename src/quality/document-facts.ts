import type { BomHeader, Json, JsonObject } from '../model/document.js';
import { listOf, objectOf, textOf, textsOf } from '../model/json.js';

/** What the head of a document says of its making. */
export interface DocumentFacts {
  /** Persons and organizations that made the document. */
  readonly authors: readonly string[];
  readonly tools: readonly string[];
  /** When it was made, as a date; null: not given, or not a date. */
  readonly created: Date | null;
  /** Phase of the life cycle that it was made in: "build", "post-build" …; null: the format has no place for it. */
  readonly lifecycles: readonly string[] | null;
}

/** Reads the head of a CycloneDX or SPDX document; a list says nothing of itself. */
export function documentFacts(header: BomHeader): DocumentFacts {
  const at = Date.parse(header.created ?? '');
  const created = Number.isNaN(at) ? null : new Date(at);
  const data = header.native?.data ?? {};
  if (header.family === 'cyclonedx') return { ...cyclonedxFacts(objectOf(data['metadata'])), created };
  const creators = textsOf(objectOf(data['creationInfo'])['creators']);
  return {
    authors: creators.filter((creator) => /^(?:person|organization):\s*\S/i.test(creator)),
    tools: creators.filter((creator) => /^tool:\s*\S/i.test(creator)),
    created,
    lifecycles: null,
  };
}

function cyclonedxFacts(metadata: JsonObject): Omit<DocumentFacts, 'created'> {
  const { authors, manufacturer, manufacture, tools, lifecycles } = metadata;
  const ofTools = Array.isArray(tools)
    ? tools
    : [...listOf(objectOf(tools)['components']), ...listOf(objectOf(tools)['services'])];
  return {
    authors: [...listOf(authors), manufacturer, manufacture].flatMap((one) => nameOf(one) ?? []),
    tools: ofTools.flatMap((one) => nameOf(one) ?? []),
    lifecycles: listOf(lifecycles).flatMap((one) => {
      const { phase, name } = objectOf(one);
      return filled([phase, name]);
    }),
  };
}

const filled = (values: readonly (Json | undefined)[]): string[] =>
  values.map(textOf).filter((text) => text.trim() !== '');

/** An author may have an address only. */
function nameOf(value: Json | undefined): string | null {
  const { name, email } = objectOf(value);
  return filled([name, email])[0] ?? null;
}
