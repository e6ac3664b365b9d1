import { accountTexts as words } from '../../texts.en/accounts.js';
import { get } from '../api.js';
import { shortText } from '../parts/file-text.js';
import type { Field, Values } from '../parts/form-dialog.js';
import { maxTeams, type Team } from '../parts/team.js';

const prefix = 'team ';

/** The teams of the organization that the viewer sees. */
export const loadTeams = async (orgId: string): Promise<readonly Team[]> =>
  (await get('v1/teams/getTeams', { org_id: orgId, limit: maxTeams })).data;

/** A box for each team; nothing where there is only one to choose. */
export const teamFields = (teams: readonly Team[], chosen: readonly string[] | null): readonly Field[] =>
  teams.length < 2
    ? []
    : teams.map(({ id, name }, index) => ({
        name: prefix + id,
        label: shortText(name),
        type: 'check' as const,
        value: String(chosen?.includes(id) ?? false),
        ...(index === 0 && { above: `${words.teamChoice}. ${words.teamHint}` }),
      }));

/** The teams that were chosen; null: none was, so it is all of them. */
export function teamIdsOf(values: Values): readonly string[] | null {
  const ids = Object.entries(values)
    .filter(([name, value]) => name.startsWith(prefix) && value === 'true')
    .map(([name]) => name.slice(prefix.length));
  return ids.length === 0 ? null : ids;
}

export const withoutTeams = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(prefix)));

/** In words. */
export function teamText(ids: readonly unknown[] | null, teams: readonly Team[]): string {
  if (ids === null) return words.allTeams;
  const names = ids.map((id) => teams.find((team) => team.id === id)?.name ?? words.unseenTeam);
  return words.teams(names.map((name) => shortText(name, 40)).join(', '));
}
