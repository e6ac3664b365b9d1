/** Why a text is no XML that is read, without the place: whoever reads it knows where it is. */
export class XmlError extends Error {
  override readonly name = 'XmlError';

  constructor(
    readonly reason: 'malformed' | 'truncated' | 'dtd_forbidden',
    what: string,
  ) {
    super(reason === 'dtd_forbidden' ? what : `This is no well-formed XML: ${what}`);
  }
}
