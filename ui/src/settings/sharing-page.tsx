import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { sharingTexts as words } from '../../texts.en/sharing.js';
import { get, type Data } from '../api.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More, pageSize } from '../parts/more.js';
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
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(() => get('v1/share/getShareAccesses', { id, limit }), [id, limit]);
  return (
    <SettingsPage at="sharing" title={words.accessesOf}>
      <p class="small">
        <a href={`/o/${organization.value!.id}/settings/sharing`}>{texts.settings.sharing}</a>
      </p>
      <p class="soft">{words.accessesNote}</p>
      <Part of={loaded}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <p class="soft">{words.noAccess}</p>
          ) : (
            <>
              <div class="card scroll-x">
                <UseTable rows={data} />
              </div>
              <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </>
          )
        }
      </Part>
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
