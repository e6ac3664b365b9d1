import type { BomHeader } from '../../../model/document.js';
import { documentOf } from '../../conversion/to-spdx2.js';
import { namespaceOf } from '../../shared/document-identity.js';
import { documentId } from '../../shared/spdx-identifiers.js';

/**
 * The id of a graph: that of the graph it was read from where it is this one, and a new one where the header is of
 * another document, as that of an export is. Elements keep their ids, what is about the document is about the new one.
 */
export class DocumentIri {
  readonly own: string;
  /** Undefined: the graph has the id that it had, or was none. */
  readonly former: string | undefined;

  constructor(header: BomHeader, namespace: string) {
    const id = documentOf(header)?.spdxId;
    const serial = namespaceOf(header);
    const read = typeof id === 'string' ? id : undefined;
    const isSame = read !== undefined && (read === serial || read === `${serial}#${documentId}`);
    this.own = isSame ? read : `${namespace}#${documentId}`;
    this.former = isSame ? undefined : read;
  }

  /** The JSON text of an element with the id of this document in place of the former one. */
  renamed(element: string): string {
    return this.former === undefined
      ? element
      : element.replaceAll(JSON.stringify(this.former), JSON.stringify(this.own));
  }
}
