import type { Configuration } from '../platform/configuration/configuration.js';
import type { RetentionRule } from '../platform/retention/retention-registry.js';

/** A day, longer than any transaction, beyond the week in which what writes the name relies on a note. */
const nameRetentionDays = 8;

/** The visible original and the last figures of an SBOM never expire. */
export const sbomRetention = (configuration: Configuration): RetentionRule[] => [
  {
    name: 'former imports',
    table: 'sbom_imports',
    days: configuration.originalRetentionDays,
    expired: `t.created_at < $before AND NOT EXISTS (
      SELECT FROM sboms s WHERE s.id = t.sbom_id AND (s.deleted_at IS NULL OR s.deleted_at >= $before)
        AND t.visible_at IS NOT NULL AND NOT t.dry_run AND NOT EXISTS (
          SELECT FROM sbom_imports later WHERE later.sbom_id = t.sbom_id AND later.number > t.number
            AND later.visible_at IS NOT NULL AND NOT later.dry_run))`,
  },
  {
    name: 'entries of former imports',
    table: 'former_entries',
    days: configuration.originalRetentionDays,
    expired: 't.until < $before',
  },
  {
    name: 'names of components',
    table: 'component_names',
    days: nameRetentionDays,
    // A seventh of the names each night: all four million of ten million entries take half a minute.
    expired: `t.noted_at < $before AND abs(hashtext(t.name_key) % 7) = extract(dow FROM now()) AND (
      EXISTS (SELECT FROM component_names later
        WHERE later.org_id = t.org_id AND later.name_key = t.name_key AND later.noted_at > t.noted_at)
      OR NOT EXISTS (SELECT FROM components c
        WHERE c.org_id = t.org_id AND c.name_key = t.name_key AND c.deleted_at IS NULL))`,
  },
  {
    name: 'score history of SBOMs',
    table: 'sbom_score_history',
    days: configuration.historyRetentionDays,
    expired: `t.scored_at < $before AND EXISTS (
      SELECT FROM sbom_score_history later WHERE later.sbom_id = t.sbom_id AND later.scored_at > t.scored_at)`,
  },
];
