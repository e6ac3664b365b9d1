import { invalid } from '../../model/errors.js';

/**
 * The bytes of a document that a client sent as text.
 *
 * @param isBase64 null: whatever it looks like
 * @throws CallerError 400
 */
export function bytesOf(field: 'bom' | 'vex', text: string, isBase64: boolean | null): Buffer {
  const packed = text.replace(/\s+/g, '');
  const couldBe = /^[A-Za-z0-9+/_-]+={0,2}$/.test(packed);
  if (isBase64 && !couldBe) throw invalid(`Invalid request: ${field} must be base64`, { [field]: 'must be base64' });
  return (isBase64 ?? couldBe) ? Buffer.from(packed, 'base64') : Buffer.from(text);
}
