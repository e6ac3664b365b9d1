import type { ScimTokenRow } from './scim-tokens.repository.js';

export interface ScimTokenView extends ScimTokenRow {}

export interface NewScimToken extends ScimTokenView {
  /** Only this answer contains it. */
  readonly token: string;
}
