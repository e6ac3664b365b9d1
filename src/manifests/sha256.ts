import type { BomHash } from '../model/document.js';

/** A SHA-256 in hexadecimal as hash; none where it is none. */
export const sha256Hashes = (hex: string): BomHash[] =>
  /^[0-9a-f]{64}$/i.test(hex) ? [{ algorithm: 'SHA-256', value: hex }] : [];
