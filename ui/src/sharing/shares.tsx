import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { sharingTexts as words } from '../../texts.en/sharing.js';
import { get, post, type Data } from '../api.js';
import { Copy } from '../parts/copy.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { mayChange, organization } from '../session.js';
import { OnceShown } from '../settings/once-shown.js';
import { ShareForm, type SharedSbom } from './share-form.js';

type Share = Data<'GET v1/share/getShares'>[number];

/** Links that show the SBOM, or any SBOM of the organization, to people without an account. */
export function Shares({ sbom }: { sbom: SharedSbom | null }): JSX.Element {
  const orgId = organization.value!.id;
  const [limit, setLimit] = useState(pageSize);
  const [open, setOpen] = useState<'create' | Share | null>(null);
  const [url, setUrl] = useState('');
  const loaded = useLoaded(() => get('v1/share/getShares', { sbom_id: sbom?.id, limit }), [orgId, sbom?.id], [limit]);
  const again = (): void => loaded.again();
  return (
    <>
      <p class="soft">{words.note}</p>
      {mayChange.value ? (
        <div class="row">
          <button type="button" class="b main" onClick={() => setOpen('create')}>
            {words.create}
          </button>
        </div>
      ) : (
        <p class="small soft">{texts.errors.viewer}</p>
      )}
      {url && <OnceShown title={words.made} note={words.madeNote} value={url} onClose={() => setUrl('')} />}
      <Part of={loaded}>
        {({ data, meta }) => {
          const own = data.filter((share) => share.org_id === orgId);
          if (own.length === 0) return <p class="soft">{sbom ? words.none : words.noneAnywhere}</p>;
          return (
            <>
              <div class="card scroll-x">
                <ShareTable rows={own} onEnd={setOpen} />
              </div>
              <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </>
          );
        }}
      </Part>
      {open === 'create' && (
        <ShareForm
          sbom={sbom}
          onClose={() => setOpen(null)}
          onMade={(made) => {
            setUrl(made);
            again();
          }}
        />
      )}
      {open !== null && open !== 'create' && <End share={open} onClose={() => setOpen(null)} onEnded={again} />}
    </>
  );
}

const titleOf = ({ title }: Share): string => shortText(title || words.untitled, 80);

const End = ({ share, onClose, onEnded }: { share: Share; onClose: () => void; onEnded: () => void }): JSX.Element => (
  <FormDialog
    title={words.endTitle(titleOf(share))}
    note={words.endNote}
    action={words.end}
    fields={[]}
    onClose={onClose}
    onSubmit={async () => {
      await post('v1/share/revokeShare', { id: share.id });
      announce(words.ended);
      onEnded();
    }}
  />
);

function ShareTable({ rows, onEnd }: { rows: readonly Share[]; onEnd: (share: Share) => void }): JSX.Element {
  const { columns } = words;
  return (
    <Table
      label={texts.settings.sharing}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: columns.title, cell: (share) => <What of={share} /> },
        {
          title: columns.shows,
          cell: ({ contents, extras, has_password: hasPassword }) => (
            <>
              {contents.map((one) => words.contents[one] ?? one).join(', ')}
              {extras.map((one) => (
                <span key={one} class="sub">
                  {words.extras[one] ?? one}
                </span>
              ))}
              {hasPassword && <span class="sub">{words.hasPassword}</span>}
            </>
          ),
        },
        {
          title: columns.state,
          cell: ({ state }) => (
            <Mark kind={state === 'active' ? 'passed' : 'pending'}>{words.states[state] ?? state}</Mark>
          ),
        },
        { title: columns.until, cell: ({ expires_at: at }) => texts.moment(at) },
        { title: columns.fetched, cell: (share) => <Fetched of={share} /> },
        { title: columns.actions, cell: (share) => <Actions of={share} onEnd={onEnd} /> },
      ]}
    />
  );
}

const maxNames = 5;

function What({ of: share }: { of: Share }): JSX.Element {
  const { sboms, other_sboms: others, deleted_sboms: deleted } = share;
  return (
    <>
      <span class="break">{titleOf(share)}</span>
      {sboms.slice(0, maxNames).map(({ id, name, version }) => (
        <a key={id} class="sub break" href={`/o/${organization.value!.id}/sboms/${id}/sharing`}>
          {shortText(`${name} ${version}`.trim(), 80)}
        </a>
      ))}
      {sboms.length > maxNames && <span class="sub">{texts.shownOf(maxNames, sboms.length)}</span>}
      {others > 0 && <span class="sub">{words.others(others)}</span>}
      {deleted > 0 && <span class="sub">{words.deleted(deleted)}</span>}
    </>
  );
}

const Fetched = ({ of }: { of: Share }): JSX.Element => (
  <>
    {words.fetched(of.downloads, of.max_downloads)}
    <span class="sub">
      {of.last_access_at ? (
        <a href={`/o/${organization.value!.id}/settings/sharing/${of.id}`}>
          {words.lastUsed(texts.ago(of.last_access_at))}
        </a>
      ) : (
        words.neverUsed
      )}
    </span>
  </>
);

function Actions({ of: share, onEnd }: { of: Share; onEnd: (share: Share) => void }): JSX.Element | null {
  if (share.state !== 'active') return null;
  const name = titleOf(share);
  return (
    <span class="row wrap">
      {share.url ? (
        <Copy text={share.url} label={words.copy} of={name} />
      ) : (
        <span class="quiet">{share.url_error || words.hidden}</span>
      )}
      {mayChange.value && (
        <button type="button" class="b s" aria-label={`${words.end}: ${name}`} onClick={() => onEnd(share)}>
          {words.end}
        </button>
      )}
    </span>
  );
}
