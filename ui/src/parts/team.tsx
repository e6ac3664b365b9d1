import type { ComponentChildren, JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { navigate, query, withQuery } from '../router.js';
import { organization } from '../session.js';
import { allOf } from './all.js';
import { shortText } from './file-text.js';
import { Part, useLoaded } from './loaded.js';

export type Team = Data<'GET v1/teams/getTeams'>[number];

/** The teams of the organization that the viewer sees. */
export const loadTeams = (orgId: string): Promise<readonly Team[]> =>
  allOf((page) => get('v1/teams/getTeams', { org_id: orgId, ...page }));

/** What belongs to a team of the organization: the one in the address, else the first. */
export function OfTeam({
  children,
}: {
  children: (team: Team, teams: readonly Team[]) => ComponentChildren;
}): JSX.Element {
  const orgId = organization.value!.id;
  const loaded = useLoaded(() => loadTeams(orgId), [orgId]);
  return (
    <Part of={loaded}>
      {(teams) => {
        const team = teams.find(({ id }) => id === query.value.get('team')) ?? teams[0];
        if (!team) return <p class="soft">{texts.teams.none}</p>;
        return (
          <>
            {teams.length > 1 && (
              <label class="row small">
                {texts.teams.team}
                <select
                  class="input s"
                  value={team.id}
                  onChange={(event) => navigate(withQuery({ team: event.currentTarget.value }), { replace: true })}
                >
                  {teams.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {shortText(name)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {children(team, teams)}
          </>
        );
      }}
    </Part>
  );
}
