import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { List, useList } from '../parts/list.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { navigate, query, withQuery } from '../router.js';
import { organization } from '../session.js';
import { ForAdmins, SettingsPage } from './settings-page.js';

/** Who did what, when and from where. */
export function AuditPage(): JSX.Element {
  return (
    <SettingsPage at="audit">
      <p class="soft">{texts.audit.note}</p>
      <ForAdmins>
        <Events />
      </ForAdmins>
    </SettingsPage>
  );
}

const marks: Readonly<Record<string, string>> = { done: 'passed', refused: 'warning', failed: 'failed' };

function Events(): JSX.Element {
  const orgId = organization.value!.id;
  const [action, outcome, object] = ['action', 'outcome', 'object_id'].map((name) => query.value.get(name) ?? '');
  const loaded = useList(
    (limit) => get('v1/audit/getEvents', { org_id: orgId, action, outcome, object_id: object, limit }),
    [orgId, action, outcome, object],
  );
  const { columns } = texts.audit;
  const change = (name: string, value: string): void => navigate(withQuery({ [name]: value }), { replace: true });
  return (
    <>
      <div class="row wrap">
        <input
          class="input find"
          type="search"
          aria-label={texts.audit.action}
          placeholder={texts.audit.action}
          defaultValue={action}
          onChange={(event) => change('action', event.currentTarget.value)}
        />
        <label class="row small">
          {columns.outcome}
          <select class="input s" value={outcome} onChange={(event) => change('outcome', event.currentTarget.value)}>
            <option value="">{texts.vulnerabilities.any}</option>
            {Object.entries(texts.audit.outcomes).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <List of={loaded} none={texts.audit.none}>
        {(data) => (
          <Table
            label={texts.settings.audit}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              { title: columns.at, cell: ({ at }) => texts.moment(at) },
              { title: columns.who, cell: ({ actor_name: name, via }) => `${shortText(name)} (${via})` },
              {
                title: columns.action,
                cell: (event) => (
                  <>
                    {event.action}
                    <span class="sub mono break">{event.objects.slice(0, 3).join(' ')}</span>
                  </>
                ),
              },
              {
                title: columns.outcome,
                cell: ({ outcome: result, status }) => (
                  <Mark kind={marks[result] ?? ''}>
                    {texts.audit.outcomes[result] ?? result} {status}
                  </Mark>
                ),
              },
              { title: columns.address, cell: ({ address }) => <span class="mono">{shortText(address)}</span> },
            ]}
          />
        )}
      </List>
    </>
  );
}
