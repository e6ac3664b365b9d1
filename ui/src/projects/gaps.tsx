import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, type Data } from '../api.js';
import { allOf } from '../parts/all.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { mayChange } from '../session.js';

type Gap = Data<'GET v1/project/getGaps'>[number];

/** Paths; null: nothing is being accepted. */
type Accepting = readonly string[] | null;

interface Properties {
  readonly sbomId: string;
  /** The newest analysis came to its end: without an unread file it read all. */
  readonly isFinished?: boolean;
  readonly onAccepted?: () => void;
}

/** With the paths of all that are open: accepted at once are these, and none that comes afterwards. */
async function loadGaps(sbomId: string, limit: number) {
  const [page, open] = await Promise.all([
    get('v1/project/getGaps', { sbom_id: sbomId, limit }),
    allOf((part) => get('v1/project/getGaps', { sbom_id: sbomId, accepted: false, ...part })),
  ]);
  return { ...page, open: open.map(({ path }) => path) };
}

/** Files that an analysis saw and did not read, and who accepted that. */
export function Gaps({ sbomId, isFinished = false, onAccepted }: Properties): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const [accepting, setAccepting] = useState<Accepting>(null);
  const loaded = useLoaded(() => loadGaps(sbomId, limit), [sbomId], [limit]);
  const words = texts.gaps;
  return (
    <Card title={words.title}>
      <Part of={loaded}>
        {({ data: gaps, meta, open }) =>
          gaps.length === 0 ? (
            <p class="soft">{isFinished ? words.none : texts.noGapKnown}</p>
          ) : (
            <div class="stack">
              {open.length > 0 && <Mark kind="not_examined">{words.open(open.length)}</Mark>}
              {open.length > 1 && mayChange.value && (
                <div class="row">
                  <button type="button" class="b s" onClick={() => setAccepting(open)}>
                    {words.acceptAll(open.length)}
                  </button>
                </div>
              )}
              <div class="scroll-x">
                <GapTable gaps={gaps} onAccept={(path) => setAccepting([path])} />
              </div>
              <More shown={gaps.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </div>
          )
        }
      </Part>
      {accepting && (
        <FormDialog
          title={
            accepting.length === 1 ? words.acceptOne(shortText(accepting[0]!, 80)) : words.acceptAll(accepting.length)
          }
          note={words.acceptNote}
          action={words.accept}
          fields={[{ name: 'note', label: words.why, isRequired: true }]}
          onClose={() => setAccepting(null)}
          onSubmit={async ({ note }) => {
            await post('v1/project/acceptGaps', { sbom_id: sbomId, paths: accepting, note });
            loaded.again();
            onAccepted?.();
          }}
        />
      )}
    </Card>
  );
}

function GapTable({ gaps, onAccept }: { gaps: readonly Gap[]; onAccept: (path: string) => void }): JSX.Element {
  const { columns, ...words } = texts.gaps;
  return (
    <Table
      label={words.title}
      rows={gaps}
      keyOf={({ path }) => path}
      columns={[
        { title: columns.path, cell: ({ path }) => <FileText text={path || words.whole} cut={120} /> },
        { title: columns.kind, cell: ({ kind, ecosystem }) => [kind, ecosystem].filter(Boolean).join(', ') },
        { title: columns.reason, cell: ({ message }) => shortText(message, 300) },
        {
          title: columns.state,
          cell: ({ path, accepted_at: at, note }) =>
            at ? (
              <>
                {words.accepted(texts.moment(at))}
                <span class="sub break">{shortText(note, 300)}</span>
              </>
            ) : mayChange.value ? (
              <button type="button" class="b s" onClick={() => onAccept(path)}>
                {words.accept}
              </button>
            ) : (
              words.isOpen
            ),
        },
      ]}
    />
  );
}
