import { accountTexts as words } from '../../texts.en/accounts.js';
import { generalTexts as texts } from '../../texts.en/general.js';
import { shortText } from '../parts/file-text.js';
import type { Field, Values } from '../parts/form-dialog.js';
import type { Team } from '../parts/team.js';

const prefix = 'team ';

/** Nothing to choose where there is only one. */
const hasBoxes = (teams: readonly Team[]): boolean => teams.length > 1;

/** A box for each team. */
export const teamFields = (teams: readonly Team[], chosen: readonly string[] | null): readonly Field[] =>
  !hasBoxes(teams)
    ? []
    : teams.map(({ id, name }) => ({
        name: prefix + id,
        label: shortText(name),
        type: 'check' as const,
        value: String(chosen?.includes(id) ?? false),
        group: `${words.teamChoice}. ${words.teamHint}`,
      }));

/** The teams that were chosen; null: none was, so it is all of them. */
export function teamIdsOf(values: Values): readonly string[] | null {
  const ids = Object.entries(values)
    .filter(([name, value]) => name.startsWith(prefix) && value === 'true')
    .map(([name]) => name.slice(prefix.length));
  return ids.length === 0 ? null : ids;
}

/**
 * What the boxes change of a limit, as the API takes it: nothing where none was moved. A limit to teams that have no
 * box, or that are gone, looks as if none were chosen, and would end.
 */
export function changedLimit(values: Values, teams: readonly Team[], before: readonly string[] | null): object {
  const chosen = teamIdsOf(values) ?? [];
  const shown = hasBoxes(teams) ? teams.map(({ id }) => id) : [];
  if (shown.every((id) => chosen.includes(id) === (before?.includes(id) ?? false))) return {};
  const ids = [...chosen, ...(before ?? []).filter((id) => !shown.includes(id))];
  return ids.length === 0 ? { all_teams: true } : { team_ids: ids };
}

export const withoutTeams = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(prefix)));

/** In words; without the teams nobody knows what they are called. */
export function teamText(ids: readonly unknown[] | null, teams: readonly Team[] | null): string {
  if (ids === null) return words.allTeams;
  if (ids.length === 0) return words.noTeam;
  if (teams === null) return words.teams(texts.unknown);
  const names = ids.map((id) => teams.find((team) => team.id === id)?.name ?? words.unseenTeam);
  return words.teams(names.map((name) => shortText(name, 40)).join(', '));
}
