import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get, post } from '../api.js';
import { Severity } from '../parts/coverage.js';
import { shortText } from '../parts/file-text.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { More, pageSize } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Stale, useStale } from '../parts/stale.js';
import { Table } from '../parts/table.js';
import { navigate, query, withQuery } from '../router.js';
import { mayChange, organization } from '../session.js';
import { StatementDialog } from './statement-dialog.js';
import { Exploitation, NoneKnown, NotExamined, VulnerabilityName, type Examined } from './vulnerability-table.js';

const filterNames = ['q', 'severity', 'status', 'exploited'] as const;

/** Vulnerabilities over all SBOMs of the organization; first, what the list cannot contain. */
export function VulnerabilitiesPage(): JSX.Element {
  const orgId = organization.value!.id;
  const [limit, setLimit] = useState(pageSize);
  const filter = Object.fromEntries(filterNames.map((name) => [name, query.value.get(name) ?? '']));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const loaded = useLoaded(
    () => get('v1/vulnerability/getVulnerabilities', { org_id: orgId, ...filter, limit }),
    [orgId, ...Object.values(filter)],
    [limit],
  );
  const stale = useStale(async () => {
    const { data, meta } = await get('v1/vulnerability/getVulnerabilities', { org_id: orgId, ...filter, limit: 1 });
    return [meta.total_count, ...data.map(({ id, affected }) => `${id} ${affected}`)].join(' ');
  }, [orgId, loaded.round, ...Object.values(filter)]);
  return (
    <Page at="vulnerabilities" title={texts.vulnerabilities.title} actions={<Export filter={filter} />}>
      <Filters />
      <Stale of={stale} onShow={loaded.again} />
      <Part of={loaded}>
        {({ data, meta }) => {
          const { coverage } = meta as unknown as { coverage: readonly Examined[] };
          return (
            <>
              <NotExamined coverage={coverage} />
              {data.length === 0 ? (
                <Empty coverage={coverage} />
              ) : (
                <>
                  {mayChange.value && <BulkStatements {...{ rows: data, chosen, setChosen }} onStated={loaded.again} />}
                  <div class="card scroll-x">
                    <VulnerabilityRows {...{ rows: data, chosen, setChosen }} />
                  </div>
                </>
              )}
              <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </>
          );
        }}
      </Part>
    </Page>
  );
}

function Empty({ coverage }: { coverage: readonly Examined[] }): JSX.Element {
  const isFiltered = filterNames.some((name) => query.value.get(name));
  const base = `/o/${organization.value!.id}`;
  if (isFiltered)
    return (
      <p class="row wrap soft">
        {texts.vulnerabilities.noMatch}
        <a class="b s" href={`${base}/vulnerabilities`}>
          {texts.vulnerabilities.clear}
        </a>
      </p>
    );
  const isEmpty = coverage.length === 0;
  const isExamined = coverage.some(({ status }) => status !== 'not_examined');
  const words = texts.vulnerabilities;
  return (
    <div class="row wrap soft">
      {isEmpty ? words.empty : isExamined ? <NoneKnown /> : words.noneExamined}
      {isEmpty && (
        <a class="b s" href={`${base}/sboms`}>
          {texts.home.toSboms}
        </a>
      )}
      {!isEmpty && !isExamined && (
        <a class="b s" href={`${base}/settings/sources`}>
          {texts.settings.sources}
        </a>
      )}
    </div>
  );
}

const change = (name: string, value: string): void => navigate(withQuery({ [name]: value }), { replace: true });

function Filters(): JSX.Element {
  const choice = (name: string, label: string, options: Readonly<Record<string, string>>): JSX.Element => (
    <label class="row small">
      {label}
      <select
        class="input s"
        value={query.value.get(name) ?? ''}
        onChange={(event) => change(name, event.currentTarget.value)}
      >
        <option value="">{texts.vulnerabilities.any}</option>
        {Object.entries(options).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
  const isExploited = query.value.get('exploited') === 'true';
  return (
    <div class="row wrap">
      <input
        class="input find"
        type="search"
        aria-label={texts.vulnerabilities.find}
        placeholder={texts.vulnerabilities.find}
        defaultValue={query.value.get('q') ?? ''}
        onChange={(event) => change('q', event.currentTarget.value)}
      />
      {choice('severity', texts.vulnerabilities.columns.severity, texts.severity)}
      {choice('status', texts.vulnerabilities.columns.status, texts.vulnerabilities.status)}
      <button
        type="button"
        class="facet"
        aria-pressed={isExploited}
        onClick={() => change('exploited', isExploited ? '' : 'true')}
      >
        {texts.vulnerabilities.exploitedOnly}
      </button>
    </div>
  );
}

function Export({ filter }: { filter: Readonly<Record<string, string>> }): JSX.Element {
  const address = (format: string): string => {
    const set = Object.entries(filter).filter(([, value]) => value);
    const parameters = new URLSearchParams([['org_id', organization.value!.id], ['format', format], ...set]);
    return `/v1/vulnerability/exportVulnerabilities?${parameters.toString()}`;
  };
  return (
    <span class="row">
      {['csv', 'json'].map((format) => (
        <a key={format} class="b" href={address(format)} download>
          {texts.vulnerabilities.export} {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}

type Row = Awaited<ReturnType<typeof get<'v1/vulnerability/getVulnerabilities'>>>['data'][number];

interface Choice {
  readonly rows: readonly Row[];
  readonly chosen: ReadonlyMap<string, Row>;
  readonly setChosen: (chosen: ReadonlyMap<string, Row>) => void;
}

/** The most that one statement may name. */
const maxChosen = 100;

/** Says the same of several vulnerabilities, wherever they are. */
function BulkStatements({ rows, chosen, setChosen, onStated }: Choice & { onStated: () => void }): JSX.Element {
  const [isStating, setStating] = useState(false);
  const [done, setDone] = useState('');
  const words = texts.vulnerabilities;
  const reach = [...chosen.values()].reduce((sum, { components }) => sum + components, 0);
  return (
    <>
      <div class="row wrap" role="region" aria-label={words.stateMany}>
        <button
          type="button"
          class="b s"
          onClick={() => setChosen(new Map(rows.slice(0, maxChosen).map((row) => [row.id, row])))}
        >
          {words.chooseAll}
        </button>
        {chosen.size > 0 && (
          <button type="button" class="b s bare" onClick={() => setChosen(new Map())}>
            {words.chooseNone}
          </button>
        )}
        <button
          type="button"
          class="b s main"
          disabled={chosen.size === 0 || chosen.size > maxChosen}
          onClick={() => setStating(true)}
        >
          {words.stateMany}
        </button>
        <span class="small soft">
          {chosen.size > maxChosen ? words.tooMany(maxChosen) : words.chosenMany(chosen.size)}
        </span>
      </div>
      {done && (
        <p class="note info" role="status">
          {done}
        </p>
      )}
      {isStating && (
        <StatementDialog
          title={words.stateManyTitle(chosen.size)}
          action={words.stateMany}
          onClose={() => setStating(false)}
          onSubmit={async (said) => {
            const body = { ...said, org_id: organization.value!.id, vulnerabilities: [...chosen.keys()] };
            const { data } = await post('v1/vulnerability/setStatementsForVulnerabilities', body);
            const left = data.read_only.length > 0 ? words.readOnly(data.read_only.length) : '';
            setDone(
              `${words.statedMany(data.statement_count, data.component_count, data.sboms.length)} ${left}`.trim(),
            );
            setChosen(new Map());
            onStated();
          }}
        >
          <p class="small soft break">{shortText([...chosen.keys()].join(', '), 300)}</p>
          <p class="small soft">{words.stateManyReach(reach)}</p>
        </StatementDialog>
      )}
    </>
  );
}

/** Where to go to, and that it does not help every component. */
function Fixes({ of: { fixable, components, fixed_versions: versions } }: { of: Row }): JSX.Element {
  const words = texts.vulnerabilities;
  if (fixable === 0) return <span class="quiet">{words.noFix}</span>;
  return (
    <>
      {words.fixIn(shortText(versions.join(', '), 60))}
      {fixable < components && <span class="sub">{words.fixableOf(fixable, components)}</span>}
    </>
  );
}

function VulnerabilityRows({ rows, chosen, setChosen }: Choice): JSX.Element {
  const { columns } = texts.vulnerabilities;
  const toggle = (row: Row): void => {
    const next = new Map(chosen);
    if (!next.delete(row.id)) next.set(row.id, row);
    setChosen(next);
  };
  return (
    <Table
      label={texts.vulnerabilities.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.id,
          cell: (row) => (
            <span class="entry-name">
              {mayChange.value && (
                <input
                  type="checkbox"
                  class="check"
                  aria-label={texts.vulnerabilities.chooseOne(shortText(row.id))}
                  checked={chosen.has(row.id)}
                  onChange={() => toggle(row)}
                />
              )}
              <span class="break">
                <VulnerabilityName of={row} />
              </span>
            </span>
          ),
        },
        { title: columns.severity, cell: ({ severity }) => <Severity value={severity} /> },
        { title: columns.exploited, cell: (row) => <Exploitation of={row} /> },
        { title: columns.sboms, isNumber: true, cell: ({ sboms }) => number(sboms) },
        {
          title: columns.components,
          cell: ({ affected, undecided, not_affected: not }) => texts.vulnerabilities.of(affected, undecided, not),
        },
        { title: columns.fixed, cell: (row) => <Fixes of={row} /> },
        {
          title: columns.stated,
          cell: ({ stated, components }) =>
            stated > 0 ? (
              texts.vulnerabilities.statedOf(stated, components)
            ) : (
              <span class="quiet">{texts.vulnerabilities.noStatement}</span>
            ),
        },
      ]}
    />
  );
}
