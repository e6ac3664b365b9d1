import { createPublicKey } from 'node:crypto';
import { keyFault, publicKeyFromPem } from '../../formats/signatures/keys.js';
import type { FieldErrors } from '../../model/errors.js';
import { Id, Text } from '../../platform/http/fields.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';

const maxName = 200;
const maxPem = 16_384;

export class KeysQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;
}

export class CreateSigningKeyBody {
  @Id({ description: 'The organization.' })
  org_id!: string;
}

export class AddTrustedKeyBody implements CrossFieldChecks {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ max: maxName, description: 'Whose key it is.' })
  name!: string;

  @Text({ optional: true, max: maxName, description: 'As signatures name it (`keyId`, `keyid`).' })
  key_name?: string | null;

  @Text({ max: maxPem, description: 'A public key or certificate in PEM: RSA, ECDSA, Ed25519 or Ed448.' })
  public_key!: string;

  crossFieldErrors(): FieldErrors {
    if (typeof this.public_key !== 'string') return {};
    const key = publicKeyFromPem(this.public_key);
    const fault = key === null ? 'must be one public key or certificate in PEM' : keyFault(key);
    return fault === null ? {} : { public_key: fault };
  }
}

export class RemoveTrustedKeyBody {
  @Id({ description: 'Of getTrustedKeys, or of a former key of getSigningKeys.' })
  id!: string;
}

/** A certificate becomes the key in it: only the key is trusted. */
export const spkiPem = (pem: string): string => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString();
