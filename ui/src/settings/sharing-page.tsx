import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { sharingTexts as words } from '../../texts.en/sharing.js';
import { get, type Data } from '../api.js';
import { List, useList } from '../parts/list.js';
import { Table } from '../parts/table.js';
import { organization } from '../session.js';
import { Shares } from '../sharing/shares.js';
import { SettingsPage } from './settings-page.js';

/** Every link of the organization. */
export const SharingPage = (): JSX.Element => (
  <SettingsPage at="sharing">
    <Shares sbom={null} />
  </SettingsPage>
);

/** How often what of a link was asked for. */
export function ShareUsesPage({ id }: { id: string }): JSX.Element {
  const loaded = useList((limit) => get('v1/share/getShareAccesses', { id, limit }), [id]);
  return (
    <SettingsPage at="sharing" title={words.accessesOf}>
      <p class="small">
        <a href={`/o/${organization.value!.id}/settings/sharing`}>{texts.settings.sharing}</a>
      </p>
      <p class="soft">{words.accessesNote}</p>
      <List of={loaded} none={words.noAccess}>
        {(data) => <UseTable rows={data} />}
      </List>
    </SettingsPage>
  );
}

type Use = Data<'GET v1/share/getShareAccesses'>[number];

function UseTable({ rows }: { rows: readonly Use[] }): JSX.Element {
  const { accessColumns: columns } = words;
  return (
    <Table
      label={words.accesses}
      rows={rows}
      keyOf={({ day, what, sbom_id: sbomId }) => `${day} ${what} ${sbomId ?? ''}`}
      columns={[
        { title: columns.day, cell: ({ day }) => day },
        {
          title: columns.what,
          cell: ({ what, sbom_id: sbomId }) =>
            sbomId ? (
              <a href={`/o/${organization.value!.id}/sboms/${sbomId}/sharing`}>{words.what[what] ?? what}</a>
            ) : (
              (words.what[what] ?? what)
            ),
        },
        { title: columns.count, isNumber: true, cell: ({ count }) => number(count) },
        { title: columns.last, cell: ({ last_at: at }) => texts.moment(at) },
      ]}
    />
  );
}
