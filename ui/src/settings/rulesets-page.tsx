import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { FileText, shortText } from '../parts/file-text.js';
import { List, useList } from '../parts/list.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { OfTeam } from '../parts/team.js';
import { query } from '../router.js';
import { mayChange, organization } from '../session.js';
import { RulesetEditor } from './ruleset-editor.js';
import { SettingsPage } from './settings-page.js';

/** Rulesets that a team can use. */
export function RulesetsPage(): JSX.Element {
  return (
    <SettingsPage at="rulesets">
      <p class="soft">{texts.rulesets.note}</p>
      <OfTeam>{(team) => <Rulesets key={team.id} teamId={team.id} />}</OfTeam>
    </SettingsPage>
  );
}

function Rulesets({ teamId }: { teamId: string }): JSX.Element {
  const base = `/o/${organization.value!.id}/settings/rulesets`;
  const loaded = useList((limit) => get('v1/ruleset/getRulesets', { team_id: teamId, limit }), [teamId]);
  const { columns } = texts.rulesets;
  return (
    <>
      {mayChange.value && (
        <div class="row">
          <a class="b main" href={`${base}/new?team=${teamId}`}>
            {texts.rulesets.create}
          </a>
        </div>
      )}
      <List of={loaded} none={texts.rulesets.none}>
        {(data) => (
          <Table
            label={texts.settings.rulesets}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: columns.name,
                cell: ({ id, name, description }) => (
                  <>
                    <a href={`${base}/${id}?team=${teamId}`}>{shortText(name)}</a>
                    <span class="sub">
                      <FileText text={description} cut={160} />
                    </span>
                  </>
                ),
              },
              { title: columns.rules, isNumber: true, cell: ({ rule_ids: ids }) => ids.length },
              { title: columns.version, isNumber: true, cell: ({ version }) => version },
              {
                title: columns.use,
                cell: ({ is_default: isDefault, has_projects_assigned: isUsed }) => (
                  <>
                    {isDefault && <Mark kind="passed">{texts.rulesets.isDefault}</Mark>}
                    {isUsed && <span class="sub">{texts.rulesets.isUsed}</span>}
                  </>
                ),
              },
            ]}
          />
        )}
      </List>
    </>
  );
}

/** One ruleset, or a new one. */
export function RulesetPage({ id }: { id: string }): JSX.Element {
  const teamId = query.value.get('team') ?? '';
  const loaded = useLoaded(async () => {
    const [rules, ruleset] = await Promise.all([
      get('v1/ruleset/getRules'),
      id === 'new' ? null : get('v1/ruleset/getRuleset', { id, team_id: teamId }),
    ]);
    return { rules: rules.data, ruleset: ruleset?.data ?? null };
  }, [id, teamId]);
  const name = loaded.state.value.data?.ruleset?.name;
  return (
    <SettingsPage at="rulesets" title={name ? shortText(name, 120) : texts.rulesets.one}>
      <Part of={loaded}>
        {({ rules, ruleset }) => (
          <RulesetEditor
            key={ruleset?.version}
            rules={rules}
            ruleset={ruleset}
            teamId={teamId}
            onSaved={loaded.again}
          />
        )}
      </Part>
    </SettingsPage>
  );
}
