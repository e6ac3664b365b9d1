const start =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const plain = '[A-Za-z_][A-Za-z0-9_.-]*';
const ncName = `[${start}][${start}0-9.\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*`;

/** A name without a prefix, and one that may have one (Namespaces in XML 1.0, clauses 3 and 4). */
const plainNames = { nc: new RegExp(`^${plain}$`), qualified: new RegExp(`^${plain}(?::${plain})?$`) };
const names = { nc: new RegExp(`^${ncName}$`, 'u'), qualified: new RegExp(`^${ncName}(?::${ncName})?$`, 'u') };

export const isNcName = (text: string): boolean => plainNames.nc.test(text) || names.nc.test(text);

export const isQualifiedName = (text: string): boolean => plainNames.qualified.test(text) || names.qualified.test(text);

/** What stands between "<?" and "?>" at the start of a document (XML 1.0, clause 2.8). */
export const xmlDeclaration =
  /^xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*$/;

/** A character that a document may hold (XML 1.0, clause 2.2). */
export const isLegalCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);
