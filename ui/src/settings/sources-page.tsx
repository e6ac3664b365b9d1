import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { Table } from '../parts/table.js';
import { SettingsPage } from './settings-page.js';

type Source = Data<'GET v1/catalog/getSources'>[number];

const maxScopes = 12;

/** What the catalogue was made of, what it covers, how old it is, and whether names leave the installation. */
export function SourcesPage(): JSX.Element {
  const sources = useLoaded(() => get('v1/catalog/getSources'), []);
  return (
    <SettingsPage at="sources">
      <p class="soft">{texts.sources.note}</p>
      <Part of={sources}>
        {({ data, meta }) => (
          <>
            <Live names={(meta as unknown as { live_sources: readonly string[] }).live_sources} />
            {data.length === 0 ? (
              <Mark kind="not_examined">{texts.sources.none}</Mark>
            ) : (
              <>
                <Covered sources={data} />
                <Card title={texts.sources.loaded}>
                  <div class="scroll-x">
                    <SourceTable sources={data} />
                  </div>
                </Card>
              </>
            )}
          </>
        )}
      </Part>
    </SettingsPage>
  );
}

const Live = ({ names }: { names: readonly string[] }): JSX.Element => (
  <p class={names.length > 0 ? 'note warning' : 'note'}>
    {names.length > 0 ? texts.sources.live(names.join(', ')) : texts.sources.offline}
  </p>
);

const scopesOf = (scopes: readonly string[]): string => {
  if (scopes.includes('*')) return texts.sources.all;
  const more = scopes.length - maxScopes;
  return scopes.slice(0, maxScopes).join(', ') + (more > 0 ? ` + ${number(more)}` : '');
};

/** By kind of data: which ecosystems a loaded source covers; what none covers is hatched. */
function Covered({ sources }: { sources: readonly Source[] }): JSX.Element {
  const loaded = sources.filter(({ loaded_at: at }) => at !== null);
  return (
    <Card title={texts.sources.covers}>
      <dl class="defs">
        {Object.entries(texts.sources.kinds).map(([kind, title]) => {
          const covering = loaded.flatMap((source) =>
            source.covers.filter((one) => one.kind === kind).map((one) => ({ ...source, ...one })),
          );
          return (
            <div key={kind}>
              <dt>{title}</dt>
              <dd>
                {covering.length === 0 && <Mark kind="not_examined">{texts.sources.missing}</Mark>}
                {covering.map(({ scopes, complete_since: since, ...source }) => (
                  <span key={`${source.name} ${scopes[0] ?? ''}`} class="sub">
                    {shortText(source.name)}: {scopesOf(scopes)},{' '}
                    {since ? texts.sources.complete : texts.sources.selection}
                    {source.state === 'failed' && `, ${texts.sources.lastFailed}`}
                  </span>
                ))}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}

const moment = (at: string | null): JSX.Element =>
  at ? <span title={texts.moment(at)}>{texts.ago(at)}</span> : <span class="quiet">{texts.sources.undated}</span>;

/** Data that was loaded, and that nothing is compared with in part, is no whole source. */
const isInPart = ({ state, message }: Source): boolean => state === 'loaded' && message !== null;

const marks: Readonly<Record<string, string>> = { loaded: 'passed', failed: 'failed' };

function State({ of }: { of: Source }): JSX.Element {
  const { states, inPart, inPartHint, failedHint, neverHint } = texts.sources;
  const { state, message, loaded_at: at } = of;
  const hint = isInPart(of) ? inPartHint : state !== 'failed' ? '' : at ? failedHint : neverHint;
  return (
    <>
      <Mark kind={isInPart(of) ? 'warning' : (marks[state] ?? 'pending')}>
        {isInPart(of) ? inPart : (states[state] ?? state)}
      </Mark>
      {(message || hint) && (
        <span class="sub break">{[message && shortText(message, 2_000), hint].filter(Boolean).join('. ')}</span>
      )}
    </>
  );
}

function SourceTable({ sources }: { sources: readonly Source[] }): JSX.Element {
  const { columns, kinds } = texts.sources;
  return (
    <Table
      label={texts.sources.loaded}
      rows={sources}
      keyOf={({ name }) => name}
      columns={[
        {
          title: columns.name,
          cell: ({ name, origin, license }) => (
            <>
              {shortText(name)}
              <span class="sub break">{shortText(origin, 120)}</span>
              {license && <span class="sub">{shortText(license.notice ?? license.name, 200)}</span>}
            </>
          ),
        },
        {
          title: columns.state,
          cell: (source) => <State of={source} />,
        },
        {
          title: columns.records,
          isNumber: true,
          cell: ({ records, loaded_at: at }) => (at ? number(records) : texts.unknown),
        },
        {
          title: columns.covers,
          cell: ({ covers }) => [...new Set(covers.map(({ kind }) => kinds[kind] ?? kind))].join(', '),
        },
        { title: columns.dataAsOf, cell: ({ data_as_of: at }) => moment(at) },
        {
          title: columns.loadedAt,
          cell: ({ loaded_at: at }) => (at ? moment(at) : <Mark kind="not_examined">{texts.home.never}</Mark>),
        },
      ]}
    />
  );
}
