/** A public key whose signatures an organization trusts. */
export interface TrustedKeyView {
  readonly id: string;
  /** Whose it is. */
  readonly name: string;
  /** As signatures name it; may be empty. */
  readonly key_name: string;
  /** PEM. */
  readonly public_key: string;
  /** SHA-256 of the SubjectPublicKeyInfo. */
  readonly fingerprint: string;
  readonly created_at: Date;
}

/** A key that signs the exports of an organization (Ed25519). */
export interface SigningKeyView {
  /** Signatures name it so. */
  readonly id: string;
  /** PEM: what receivers verify with. */
  readonly public_key: string;
  /** SHA-256 of the SubjectPublicKeyInfo. */
  readonly fingerprint: string;
  readonly created_at: Date;
  /** Null: it signs now. The signatures of former keys stay valid until removeTrustedKey. */
  readonly retired_at: Date | null;
}
