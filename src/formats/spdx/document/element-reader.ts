import type { BomWarning, Json, JsonObject } from '../../../model/document.js';
import { defineMember, isObject, pointerToken } from '../../../model/json.js';
import { FormatError } from '../../format.js';
import type { StreamItem, StreamRules } from '../../reading/stream-items.js';
import type { ObjectSchema } from '../../schema/schema.js';
import { coerce } from './coerce.js';
import { separateFiles, withCurrentNames, currentListName, currentMemberName } from './legacy-layout.js';
import { listOfKind, type ElementKind, type SpdxElement } from './elements.js';
import {
  annotationSchema,
  externalDocumentSchema,
  extractedLicenseSchema,
  fileSchema,
  headSchema,
  packageSchema,
  relationshipSchema,
  reviewSchema,
  snippetSchema,
} from './schema.js';

/** Lists of the JSON form, and the kind of their elements. */
const kindOfList: ReadonlyMap<string, ElementKind> = new Map<string, ElementKind>([
  ...Object.entries(listOfKind).map(([kind, list]) => [list, kind as ElementKind] as const),
  ['documentDescribes', 'describes'],
]);

export const schemaOfKind: Readonly<Record<Exclude<ElementKind, 'describes'>, ObjectSchema>> = {
  document: headSchema,
  'external-document': externalDocumentSchema,
  package: packageSchema,
  file: fileSchema,
  snippet: snippetSchema,
  'extracted-license': extractedLicenseSchema,
  relationship: relationshipSchema,
  annotation: annotationSchema,
  review: reviewSchema,
};

/** The lists that are streamed element by element. */
export const spdxLists: StreamRules = Object.fromEntries([...kindOfList.keys()].map((list) => [list, {}]));

/**
 * Makes elements of the items of a JSON, YAML or XML reader. Some early writers put the document into a member
 * "Document", which is read as the top.
 */
export class ElementReader {
  private readonly head: JsonObject = {};

  constructor(private readonly onWarning: (warning: BomWarning) => void) {}

  /** @throws FormatError `invalid` for a list or package of another type, `ambiguous` */
  read(item: StreamItem<Json>): SpdxElement[] {
    const { kind, name, place, value } = item;
    if (kind === 'element') return this.element(name, place, value);
    if (kind !== 'member') return [];
    return this.member(name, place, value);
  }

  /** The members of the document itself, which may come in any position. */
  end(): SpdxElement[] {
    if (Object.keys(this.head).length === 0) return [];
    return [{ kind: 'document', data: this.coerced(this.head, 'document', ''), place: '/' }];
  }

  private member(name: string, place: string, value: Json): SpdxElement[] {
    if (name === 'bomFormat')
      throw new FormatError('ambiguous', 'The document has members of both CycloneDX and SPDX', place);
    if (name === 'Document' && isObject(value))
      return Object.entries(value).flatMap(([inner, content]) =>
        this.nestedMember(inner, place + pointerToken(inner), content),
      );
    if (!kindOfList.has(name)) defineMember(this.head, name, value);
    else if (value !== null) throw new FormatError('invalid', `"${name}" must be a list`, place);
    return [];
  }

  private nestedMember(oldName: string, place: string, value: Json): SpdxElement[] {
    const name = currentListName(oldName);
    const kind = kindOfList.get(name);
    if (!kind || !Array.isArray(value)) return this.member(currentMemberName(name, 'document'), place, value);
    return value.flatMap((element, index) => {
      const at = place + pointerToken(index);
      if (!isObject(element)) return this.element(name, at, element);
      return kind === 'describes'
        ? this.describedElements(element, at)
        : this.element(name, at, withCurrentNames(element, kind));
    });
  }

  /** A package or file inside of `documentDescribes`. */
  private describedElements(element: JsonObject, place: string): SpdxElement[] {
    for (const [member, list] of described) {
      const value = element[member];
      if (value === undefined || !isObject(value)) continue;
      const at = place + pointerToken(member);
      const { data, files } = separateFiles(withCurrentNames(value, kindOfList.get(list)!));
      const held = files.flatMap((file, index) => this.element('files', `${at}/files/${index}/File`, file));
      const itself = this.element(list, at, data);
      return [...held, ...itself, ...this.element('documentDescribes', at, data.SPDXID ?? null)];
    }
    return this.element('documentDescribes', place, element);
  }

  private element(list: string, place: string, value: Json): SpdxElement[] {
    const kind = kindOfList.get(list)!;
    if (kind === 'describes' && typeof value === 'string') return [{ kind, data: { SPDXID: value }, place }];
    if (kind !== 'describes' && isObject(value)) return [{ kind, data: this.coerced(value, kind, place), place }];
    if (kind === 'package') throw new FormatError('invalid', 'A package must be an object', place);
    this.onWarning({ place, message: `This is not an element of "${list}"; it was skipped` });
    return [];
  }

  private coerced(data: JsonObject, kind: Exclude<ElementKind, 'describes'>, place: string): JsonObject {
    return coerce(data, schemaOfKind[kind], place, (at, message) => this.onWarning({ place: at, message }));
  }
}

const described = [
  ['Package', 'packages'],
  ['File', 'files'],
] as const;
