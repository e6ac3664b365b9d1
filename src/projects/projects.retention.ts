import type { Configuration } from '../platform/configuration/configuration.js';
import { deletedOwner, type RetentionRule, type RowOwner } from '../platform/retention/retention-registry.js';

const isOfDeletedProject = 'EXISTS (SELECT FROM projects p WHERE p.id = o.project_id AND p.deleted_at < $before)';

/**
 * The last analyses stay, whatever their age: those that say what an SBOM was read from, and of each branch the latest,
 * and the latest that has finished.
 */
const isFormer = (analysis: string): string => `${analysis}.created_at < $before AND EXISTS (
    SELECT FROM analyses later WHERE later.project_id = ${analysis}.project_id AND later.branch = ${analysis}.branch
      AND (later.created_at, later.id) > (${analysis}.created_at, ${analysis}.id)
      AND (${analysis}.finished_at IS NULL OR later.finished_at IS NOT NULL)
      AND (${analysis}.sbom_id IS NULL OR later.sbom_id = ${analysis}.sbom_id))`;

const ofAnalysis = (expired: string): RowOwner => ({ table: 'analyses', column: 'analysis_id', expired });

export const projectRetention = ({
  originalRetentionDays: days,
  historyRetentionDays,
}: Configuration): RetentionRule[] => [
  {
    name: 'differences of former analyses',
    table: 'analysis_differences',
    days: historyRetentionDays,
    expired: 'true',
    of: ofAnalysis(isFormer('o')),
  },
  { name: 'former analyses', table: 'analyses', days: historyRetentionDays, expired: isFormer('t') },
  {
    name: 'differences of deleted projects',
    table: 'analysis_differences',
    days,
    expired: 'true',
    of: ofAnalysis(isOfDeletedProject),
  },
  {
    name: 'analyses of deleted projects',
    table: 'analyses',
    days,
    expired: 'true',
    of: deletedOwner('projects', 'project_id'),
  },
  {
    name: 'states of monitoring of deleted projects',
    table: 'monitoring_states',
    days,
    expired: 'true',
    of: deletedOwner('projects', 'subject_id'),
  },
  { name: 'deleted projects', table: 'projects', days, expired: 't.deleted_at < $before' },
];
