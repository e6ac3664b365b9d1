import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { Table } from '../parts/table.js';
import { navigate, query, withQuery } from '../router.js';

type Licence = Data<'GET v1/license/getLicenses'>[number];

const marks: Readonly<Record<string, string>> = {
  allowed: 'passed',
  review: 'warning',
  denied: 'failed',
  unlisted: 'warning',
  unknown: 'not_examined',
};

/** Licences of an SBOM: what the policy says of each, what it asks for, and which do not go together. */
export function Licences({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const usage = query.value.get('usage') ?? 'distributed';
  const loaded = useLoaded(
    () => get('v1/license/getLicenses', { sbom_id: sbomId, usage, limit }),
    [sbomId, usage],
    [limit, stamp],
  );
  return (
    <>
      <div class="row wrap">
        <label class="row small">
          {texts.licences.usage}
          <select
            class="input s"
            value={usage}
            onChange={(event) => navigate(withQuery({ usage: event.currentTarget.value }), { replace: true })}
          >
            {Object.entries(texts.licences.usages).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <span class="grow" />
        {Object.entries(texts.licences.notices).map(([format, label]) => (
          <a
            key={format}
            class="b s"
            href={`/v1/report/getNotice?id=${sbomId}&format=${format}`}
            target="_blank"
            rel="noreferrer"
          >
            {label}
          </a>
        ))}
      </div>
      <Part of={loaded}>
        {({ data, meta }) => (
          <>
            <Decisions counts={meta.decisions} />
            {data.length === 0 ? (
              <p class="soft">{texts.licences.none}</p>
            ) : (
              <div class="card scroll-x">
                <LicenceTable rows={data} />
              </div>
            )}
            <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
          </>
        )}
      </Part>
      <Conflicts sbomId={sbomId} stamp={stamp} />
    </>
  );
}

const Decisions = ({ counts }: { counts: Readonly<Record<string, number>> }): JSX.Element => (
  <p class="row wrap">
    {Object.entries(texts.licences.decisions).map(
      ([decision, label]) =>
        (counts[decision] ?? 0) > 0 && (
          <Mark key={decision} kind={marks[decision] ?? 'warning'}>
            {`${label}: ${texts.counts.components(counts[decision] ?? 0)}`}
          </Mark>
        ),
    )}
  </p>
);

function LicenceTable({ rows }: { rows: readonly Licence[] }): JSX.Element {
  const { columns, decisions, classes } = texts.licences;
  return (
    <Table
      label={texts.licences.title}
      rows={rows}
      keyOf={({ license }) => license ?? ''}
      columns={[
        {
          title: columns.licence,
          cell: ({ license }) =>
            license === null ? (
              <span class="quiet">{texts.licences.unknown}</span>
            ) : (
              <FileText text={license} cut={120} />
            ),
        },
        { title: columns.class, cell: ({ class: of }) => (of === null ? texts.unknown : (classes[of] ?? of)) },
        {
          title: columns.decision,
          cell: ({ decision }) => <Mark kind={marks[decision] ?? 'warning'}>{decisions[decision] ?? decision}</Mark>,
        },
        {
          title: columns.components,
          cell: ({ components, names }) => (
            <>
              {number(components)}
              <span class="sub break">
                {shortText(names.join(', '), 160)}
                {components > names.length && ' …'}
              </span>
            </>
          ),
        },
        {
          title: columns.obligations,
          cell: ({ obligations, class: of }) =>
            obligations.length === 0 ? (
              <span class="quiet">{of === null ? texts.licences.unknown : texts.licences.noObligations}</span>
            ) : (
              <details>
                <summary>{texts.licences.obligations(obligations.length)}</summary>
                <ul class="small">
                  {obligations.map(({ license, obligation, text }) => (
                    <li key={`${license} ${obligation}`}>
                      <strong>{shortText(license, 40)}</strong>: {shortText(text, 300)}
                    </li>
                  ))}
                </ul>
              </details>
            ),
        },
      ]}
    />
  );
}

/** Licences along the dependencies that one work cannot keep both. */
function Conflicts({ sbomId, stamp }: { sbomId: string; stamp: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const loaded = useLoaded(() => get('v1/license/getConflicts', { sbom_id: sbomId, limit }), [sbomId], [limit, stamp]);
  return (
    <Card title={texts.licences.conflicts}>
      <Part of={loaded}>
        {({ data, meta }) => (
          <div class="stack">
            {!meta.complete && <Mark kind="not_examined">{texts.licences.incomplete}</Mark>}
            {(meta.relations.unknown ?? 0) > 0 && (
              <Mark kind="not_examined">
                {texts.licences.unknownRelations(
                  meta.relations.unknown!,
                  Object.values(meta.relations).reduce((sum, count) => sum + count, 0),
                )}
              </Mark>
            )}
            {meta.outside > 0 && <Mark kind="not_examined">{texts.licences.outside(meta.outside)}</Mark>}
            {data.length === 0 ? (
              <p class="soft">{texts.licences.noConflicts}</p>
            ) : (
              <ul class="lines">
                {data.map(({ path, reason, source }) => (
                  <li key={path.map(({ ref, license }) => `${ref} ${license ?? ''}`).join(' ')} class="break">
                    <span class="break">
                      {path.map(({ ref, name, version, license }, index) => (
                        <span key={ref}>
                          {index > 0 && ' › '}
                          <FileText text={`${name} ${version}`.trim()} cut={60} />{' '}
                          <span class="quiet">({shortText(license ?? texts.unknown, 60)})</span>
                        </span>
                      ))}
                      <span class="sub">
                        {shortText(reason, 300)} {shortText(source, 100)}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            )}
            <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
          </div>
        )}
      </Part>
    </Card>
  );
}
