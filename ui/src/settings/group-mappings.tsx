import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { accountTexts } from '../../texts.en/accounts.js';
import { get, post, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { Table } from '../parts/table.js';
import type { Team } from '../parts/team.js';
import { organization } from '../session.js';

type Mapping = Data<'GET v1/organizations/getGroupMappings'>[number];

const words = accountTexts.groups;

interface Properties {
  readonly teams: readonly Team[];
  /** Roles of members may have changed. */
  readonly onChanged: () => void;
}

/** What groups of the sign-in provider give in the organization. */
export function GroupMappings({ teams, onChanged }: Properties): JSX.Element {
  const orgId = organization.value!.id;
  const [open, setOpen] = useState<'create' | Mapping | null>(null);
  const loaded = useList((limit) => get('v1/organizations/getGroupMappings', { org_id: orgId, limit }), [orgId]);
  const again = (): void => {
    loaded.again();
    onChanged();
  };
  return (
    <Card title={words.title}>
      <div class="stack">
        <p class="small soft">{words.note}</p>
        <div class="row">
          <button type="button" class="b s" onClick={() => setOpen('create')}>
            {words.create}
          </button>
        </div>
        <List of={loaded} none={words.none} isInCard>
          {(data) => <MappingTable rows={data} teams={teams} onRemove={setOpen} />}
        </List>
      </div>
      {open === 'create' && (
        <FormDialog
          title={words.create}
          action={words.create}
          fields={[
            { name: 'group', label: words.group, isRequired: true, hint: words.groupHint },
            { name: 'role', label: words.columns.role, options: Object.entries(texts.roles) },
            {
              name: 'team_id',
              label: words.team,
              options: [['', words.whole], ...teams.map(({ id, name }) => [id, shortText(name)] as const)],
            },
          ]}
          onClose={() => setOpen(null)}
          onSubmit={({ group, role, team_id: teamId }) =>
            post('v1/organizations/createGroupMapping', {
              org_id: orgId,
              group,
              role,
              team_id: teamId || null,
            }).then(again)
          }
        />
      )}
      {open !== null && open !== 'create' && (
        <FormDialog
          title={words.removeTitle(shortText(open.group))}
          note={words.removeNote}
          action={words.remove}
          fields={[]}
          onClose={() => setOpen(null)}
          onSubmit={() => post('v1/organizations/deleteGroupMapping', { id: open.id }).then(again)}
        />
      )}
    </Card>
  );
}

function MappingTable({
  rows,
  teams,
  onRemove,
}: {
  rows: readonly Mapping[];
  teams: readonly Team[];
  onRemove: (mapping: Mapping) => void;
}): JSX.Element {
  const { columns } = words;
  const teamOf = (id: string): string => teams.find((team) => team.id === id)?.name ?? accountTexts.unseenTeam;
  return (
    <Table
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.group, cell: ({ group }) => <span class="break">{shortText(group, 120)}</span> },
        { title: columns.role, cell: ({ role }) => texts.roles[role] ?? role },
        { title: columns.team, cell: ({ team_id: id }) => (id === null ? words.whole : shortText(teamOf(id))) },
        {
          title: columns.actions,
          cell: (mapping) => (
            <button
              type="button"
              class="b s"
              aria-label={`${words.remove}: ${shortText(mapping.group)}`}
              onClick={() => onRemove(mapping)}
            >
              {words.remove}
            </button>
          ),
        },
      ]}
    />
  );
}
