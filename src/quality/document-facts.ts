import type { BomHeader, Json, JsonObject } from '../model/document.js';
import { listOf, objectOf, textOf, textsOf } from '../model/json.js';
import { isGiven } from './is-given.js';

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

/** JavaScript reads a date out of "build 7", and months before days. */
const isoDate = /^\d{4}-\d\d-\d\d(?:T|$)/;

/** Reads the head of a CycloneDX or SPDX document; a list says nothing of itself. */
export function documentFacts(header: BomHeader): DocumentFacts {
  const at = isoDate.test(header.created ?? '') ? Date.parse(header.created!) : NaN;
  const created = Number.isNaN(at) ? null : new Date(at);
  const data = header.native?.data ?? {};
  if (header.family === 'cyclonedx') return { ...cyclonedxFacts(objectOf(data['metadata'])), created };
  const creators = textsOf(objectOf(data['creationInfo'])['creators']);
  return {
    authors: creators.filter((creator) => isNamed(creator, /^(?:person|organization):([^(]*)(?:\((.*)\))?/is)),
    tools: creators.filter((creator) => isNamed(creator, /^tool:(.*)/is)),
    created,
    lifecycles: null,
  };
}

/** Whether one of the parts of a creator of SPDX, its name or its address, says something. */
const isNamed = (creator: string, parts: RegExp): boolean => (parts.exec(creator) ?? []).slice(1).some(isGiven);

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

const filled = (values: readonly (Json | undefined)[]): string[] => values.map(textOf).filter(isGiven);

/** An author may have an address only. */
function nameOf(value: Json | undefined): string | null {
  const { name, email } = objectOf(value);
  return filled([name, email])[0] ?? null;
}
