import type { GroupMappingRow } from './group-mappings.repository.js';

/** What the members of a group are given. */
export interface GroupMappingView extends GroupMappingRow {}
