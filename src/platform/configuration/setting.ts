export type SettingKind = 'text' | 'integer' | 'boolean' | 'list';

/** A setting of the service, as data. */
export interface Setting {
  readonly kind: SettingKind;
  readonly default: string;
  readonly help: string;
  /** Values allowed, for `text` and each item of a `list`. */
  readonly oneOf?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}
