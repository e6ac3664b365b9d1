import type { ServiceAccountRow } from './service-accounts.repository.js';

/** An account of an organization that is no person: it has API keys and no password. */
export interface ServiceAccountView extends ServiceAccountRow {}
