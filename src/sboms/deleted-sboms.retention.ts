import { isOfDeletedOrganization } from '../organizations/contents/deleted-organizations.js';
import type { Configuration } from '../platform/configuration/configuration.js';
import { deletedOwner, type RetentionRule } from '../platform/retention/retention-registry.js';

const ofSbom = deletedOwner('sboms', 'sbom_id');

/** What hangs on SBOMs, by the name of the rule. Imports and former entries have rules that know of deleted SBOMs. */
const tables: Record<string, string> = {
  'scores of entries': 'component_scores',
  'causes of failed entries': 'sbom_failures',
  'statements of people': 'vulnerability_statements',
  'statements that count': 'component_statements',
  'contexts of resolution': 'sbom_contexts',
  documents: 'sbom_documents',
  'dependencies of entries': 'sbom_dependencies',
  'parts of documents': 'sbom_parts',
  gaps: 'sbom_gaps',
  'qualities of deliveries': 'delivery_qualities',
  'open alarms': 'open_alarms',
  'alarms to look for': 'alarm_checks',
  'entries settled by reviews': 'review_decision_entries',
  reviews: 'review_decisions',
};

/**
 * What is left of deleted SBOMs. Trends count them until the day of their deletion: their rows stay with their figures,
 * and go with the last of these.
 */
export const deletedSbomRetention = ({
  originalRetentionDays: days,
  historyRetentionDays,
}: Configuration): RetentionRule[] => [
  ...Object.entries(tables).map(([name, table]) => ({
    name: `${name} of deleted SBOMs`,
    table,
    days,
    expired: 'true',
    of: ofSbom,
  })),
  // Two indexes of entries begin with the SBOM.
  ...Object.entries({ entries: 'deleted_at IS NULL', 'removed entries': 'deleted_at IS NOT NULL' }).map(
    ([name, indexed]) => ({
      name: `${name} of deleted SBOMs`,
      table: 'components',
      days,
      expired: 'true',
      of: { ...ofSbom, indexed },
    }),
  ),
  {
    name: 'states of monitoring of deleted SBOMs',
    table: 'monitoring_states',
    days,
    expired: 'true',
    of: deletedOwner('sboms', 'subject_id'),
  },
  {
    name: 'issues of deleted SBOMs',
    table: 'alarm_issues',
    days,
    // One that is due is still to be closed; a tracker that does not answer for so long does not keep it.
    expired: '(t.due_at IS NULL OR t.due_at < $before)',
    of: ofSbom,
  },
  {
    name: 'score history of deleted SBOMs',
    table: 'sbom_score_history',
    days: historyRetentionDays,
    expired: 'true',
    of: ofSbom,
  },
  ...Object.entries({
    'reviews of deleted organizations': 'review_decisions',
    'review groups of deleted organizations': 'review_groups',
    'column mappings of deleted organizations': 'column_mappings',
  }).map(([name, table]) => ({ name, table, days, expired: isOfDeletedOrganization })),
  { name: 'deleted SBOMs', table: 'sboms', days, expired: 't.deleted_at < $before' },
];
