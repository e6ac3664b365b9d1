import { isObject } from '../../../model/json.js';
import {
  choice,
  list,
  object,
  text,
  type EitherOption,
  type EitherSchema,
  type ObjectSchema,
} from '../../schema/schema.js';
import { element, jsonOnly } from './fields.js';

const algorithms = new Set(
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 Ed25519 Ed448 HS256 HS384 HS512'.split(' '),
);

/** The members of each type of key (JSON Web Key). */
const keyMembers: Readonly<Record<string, readonly string[]>> = {
  EC: ['kty', 'crv', 'x', 'y'],
  OKP: ['kty', 'crv', 'x'],
  RSA: ['kty', 'n', 'e'],
};

const publicKey = object(
  {
    kty: element(choice('EC OKP RSA'), { required: true }),
    crv: element(choice('P-256 P-384 P-521 Ed25519 Ed448')),
    x: element(text),
    y: element(text),
    n: element(text),
    e: element(text),
  },
  (key) => {
    const members = keyMembers[String(key.kty)]!;
    const curveFits = key.kty === 'RSA' || String(key.crv).startsWith('P-') === (key.kty === 'EC');
    const exact = Object.keys(key).length === members.length && members.every((name) => key[name] !== undefined);
    return exact && curveFits ? key : null;
  },
);

const signer: ObjectSchema = object(
  {
    algorithm: element(text, { required: true }),
    keyId: element(text),
    publicKey: element(publicKey),
    certificatePath: element(list(text, 'path')),
    excludes: element(list(text, 'exclude')),
    value: element(text, { required: true }),
  },
  (value) => (algorithms.has(String(value.algorithm)) || URL.canParse(String(value.algorithm)) ? value : null),
);

const option = (name: string): EitherOption => ({
  schema: object({ [name]: element(list(signer, name), { required: true }) }),
  matches: (value) => isObject(value) && value[name] !== undefined,
  child: name,
});

const schema: EitherSchema = {
  kind: 'either',
  options: [option('signers'), option('chain'), { schema: signer, matches: isObject, child: 'value' }],
};

/** JSON Signature Format 0.82. XML has signatures of its own. */
export const signature = jsonOnly(schema);
