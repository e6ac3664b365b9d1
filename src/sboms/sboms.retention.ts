import type { Configuration } from '../platform/configuration/configuration.js';
import type { BlobColumn, RetentionRule } from '../platform/retention/retention-registry.js';

/** A day, longer than any transaction, beyond the week in which what writes the name relies on a note. */
const nameRetentionDays = 8;

/** Neither a person nor another decision brings it back, and later entries do not follow it. */
const isPastReview = `t.sbom_id IS NULL AND (t.undone_at < $before OR t.version IS NOT NULL)`;

/** The two before the moment stay: the letter about the file compares with the delivery before. */
const hasLaterDeliveries = `EXISTS (
  SELECT FROM delivery_qualities later WHERE later.sbom_id = t.sbom_id AND later.import_number > t.import_number
    AND later.checked_at < $before HAVING count(DISTINCT later.import_number) > 1)`;

const ofShare = { table: 'shares', column: 'share_id', expired: 'least(o.revoked_at, o.expires_at) < $before' };

/**
 * No document, import or alarm that is kept shows the removed entry: edges to what a person removed from the present
 * document are left out of its exports, and a comparison shows an import as it was.
 */
const isForgotten = `(t.source_key IS NULL
    OR EXISTS (SELECT FROM sbom_documents d WHERE d.sbom_id = t.sbom_id AND d.written_at >= t.deleted_at)
    AND NOT EXISTS (SELECT FROM sbom_imports i WHERE i.sbom_id = t.sbom_id AND NOT i.dry_run
      AND i.visible_at >= t.created_at AND i.visible_at < t.deleted_at))
  AND NOT EXISTS (SELECT FROM open_alarms o WHERE o.sbom_id = t.sbom_id AND o.component_id = t.id)`;

/** Uploaded files. */
export const uploads: BlobColumn = { table: 'sbom_imports', column: 'blob' };

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
  {
    name: 'removed entries',
    table: 'components',
    days: configuration.originalRetentionDays,
    expired: `t.deleted_at < $before AND ${isForgotten}`,
  },
  {
    name: 'statements about removed entries',
    table: 'vulnerability_statements',
    days: configuration.originalRetentionDays,
    expired: 't.created_at < $before AND NOT EXISTS (SELECT FROM components c WHERE c.id = t.component_id)',
  },
  {
    name: 'qualities of former deliveries',
    table: 'delivery_qualities',
    days: configuration.historyRetentionDays,
    expired: `t.checked_at < $before AND ${hasLaterDeliveries}`,
  },
  {
    name: 'reviews without entries',
    table: 'review_decisions',
    days: configuration.originalRetentionDays,
    expired: `t.created_at < $before AND ${isPastReview}
      AND NOT EXISTS (SELECT FROM review_decision_entries e WHERE e.decision_id = t.id OFFSET 0)`,
  },
  {
    name: 'accesses of shares',
    table: 'share_accesses',
    days: configuration.historyRetentionDays,
    expired: 't.last_at < $before',
  },
  {
    name: 'SBOMs of former shares',
    table: 'share_sboms',
    days: configuration.historyRetentionDays,
    expired: 'true',
    of: ofShare,
  },
  {
    name: 'former shares',
    table: 'shares',
    days: configuration.historyRetentionDays,
    expired: `least(t.revoked_at, t.expires_at) < $before
      AND NOT EXISTS (SELECT FROM share_accesses a WHERE a.share_id = t.id OFFSET 0)`,
  },
];
