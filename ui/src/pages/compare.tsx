import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { number, texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { Severity } from '../parts/coverage.js';
import { FileText, shortText } from '../parts/file-text.js';
import { Failure, Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { More, pageSize } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { navigate, query, withQuery } from '../router.js';
import { organization } from '../session.js';
import { VulnerabilityName } from '../vulnerabilities/vulnerability-table.js';

const maxListed = 1_000;

/** What differs between two SBOMs, or two imports of one. */
export function ComparePage(): JSX.Element {
  const orgId = organization.value!.id;
  const listing = useLoaded(() => get('v1/project/getSBOMs', { org_id: orgId, limit: maxListed }), [orgId]);
  const [from, to] = [sideOf('from'), sideOf('to')];
  const isChosen = from.id !== '' && to.id !== '';
  const isSame = isChosen && keyOf(from) === keyOf(to);
  return (
    <Page at="sboms" title={texts.compare.title}>
      <Part of={listing}>
        {({ data: { softwareLists: sboms }, meta }) =>
          sboms.length === 0 ? (
            <p class="soft">{texts.compare.none}</p>
          ) : (
            <>
              <div class="row wrap">
                <Side name="from" label={texts.compare.from} sboms={sboms} />
                <Side name="to" label={texts.compare.to} sboms={sboms} />
              </div>
              {meta.total_count > sboms.length && (
                <p class="small soft">{texts.shownOf(sboms.length, meta.total_count)}</p>
              )}
              {!isChosen && <p class="soft">{texts.compare.start}</p>}
              {isSame && <p class="soft">{texts.compare.same}</p>}
              {isChosen && !isSame && <Comparison key={`${keyOf(from)} ${keyOf(to)}`} from={from} to={to} />}
            </>
          )
        }
      </Part>
    </Page>
  );
}

type Listed = Data<'GET v1/project/getSBOMs'>['softwareLists'][number];

/** An SBOM, as it is now or as an import left it. */
interface ComparedSide {
  readonly id: string;
  /** Number of the import; empty: now. */
  readonly state: string;
}

const sideOf = (name: 'from' | 'to'): ComparedSide => ({
  id: query.value.get(name) ?? '',
  state: query.value.get(`${name}_import`) ?? '',
});

const keyOf = ({ id, state }: ComparedSide): string => `${id}/${state}`;

const choose = (changes: Record<string, string | null>): void =>
  navigate(withQuery({ ...changes, kind: null }), { replace: true });

function Side({ name, label, sboms }: { name: 'from' | 'to'; label: string; sboms: readonly Listed[] }): JSX.Element {
  const { id, state } = sideOf(name);
  return (
    <div class="side stack" role="group" aria-label={label}>
      <label class="field">
        {label}
        <select
          class="input"
          value={id}
          onChange={(event) => choose({ [name]: event.currentTarget.value, [`${name}_import`]: null })}
        >
          <option value="">{texts.compare.choose}</option>
          {sboms.map(({ id: value, name: title, version }) => (
            <option key={value} value={value}>
              {shortText(`${title} ${version}`.trim())}
            </option>
          ))}
          {id !== '' && !sboms.some((one) => one.id === id) && <option value={id}>{texts.compare.unlisted}</option>}
        </select>
      </label>
      {id !== '' && <State key={id} name={name} sbomId={id} value={state} />}
    </div>
  );
}

/** Now, or after one of the imports. */
function State({ name, sbomId, value }: { name: string; sbomId: string; value: string }): JSX.Element {
  const files = useLoaded(() => get('v1/project/getImports', { id: sbomId, limit: maxListed }), [sbomId]);
  const options = (files.state.value.data?.data ?? []).map(
    ({ number: of, imported_at: at, file_name: file }) =>
      [String(of), texts.compare.importOf(of, texts.moment(at), shortText(file, 40))] as const,
  );
  // The chosen one is compared, also while the list is not there, or lacks it.
  const isListed = value === '' || options.some(([of]) => of === value);
  const chosen = isListed ? [] : [[value, texts.compare.importNumber(value)] as const];
  const { error } = files.state.value;
  return (
    <>
      <label class="field">
        {texts.compare.state}
        <select
          class="input"
          value={value}
          onChange={(event) => choose({ [`${name}_import`]: event.currentTarget.value })}
        >
          {[['', texts.compare.now] as const, ...chosen, ...options].map(([of, text]) => (
            <option key={of} value={of} selected={of === value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {error && <Failure error={error} again={files.again} />}
    </>
  );
}

type Compared = Data<'GET v1/project/compareSBOMs'>;

function Comparison({ from, to }: { from: ComparedSide; to: ComparedSide }): JSX.Element {
  const kind = query.value.get('kind') ?? '';
  const [limit, setLimit] = useState(pageSize);
  const asked = { from: from.id, from_import: from.state, to: to.id, to_import: to.state, kind, limit };
  const compared = useLoaded(() => get('v1/project/compareSBOMs', asked), Object.values(asked));
  return (
    <Part of={compared}>
      {({ data, meta }) => (
        <>
          <p class="small soft">
            {[data.from, data.to]
              .map(({ name, version, examined, entry_count: all }) =>
                texts.compare.examined(shortText(`${name} ${version}`.trim()), examined, all),
              )
              .concat((data.from.import ?? data.to.import) ? texts.compare.today : [])
              .join(' · ')}
          </p>
          {[data.from.import, data.to.import].some((file) => file?.is_complete === false) && (
            <Mark kind="not_examined">{texts.compare.incomplete}</Mark>
          )}
          <VulnerabilityChanges of={data} />
          <Card title={texts.compare.changes} aside={texts.compare.unchanged(data.counts.unchanged)}>
            <div class="stack">
              <Kinds counts={data.counts} kind={kind} />
              {data.changes.length === 0 ? (
                <p class="soft">{kind === '' ? texts.compare.noChanges : texts.compare.noneOfKind}</p>
              ) : (
                <div class="scroll-x">
                  <ChangeTable rows={data.changes} />
                </div>
              )}
              <More shown={data.changes.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </div>
          </Card>
        </>
      )}
    </Part>
  );
}

function Kinds({ counts, kind }: { counts: Compared['counts']; kind: string }): JSX.Element {
  const facets = Object.entries(texts.compare.kinds).map(
    ([value, label]) => [value, `${label} ${number(counts[value as keyof typeof counts])}`] as const,
  );
  return (
    <div class="row wrap">
      {[['', texts.compare.all] as const, ...facets].map(([value, label]) => (
        <button
          key={value}
          type="button"
          class="facet"
          aria-pressed={kind === value}
          onClick={() => navigate(withQuery({ kind: value }), { replace: true })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

type Change = Compared['changes'][number];

/** What the kinds of the change name, of one side. */
function SideText({ change, of }: { change: Change; of: 'from' | 'to' }): JSX.Element {
  const side = change[of];
  if (!side) return <span class="quiet">{texts.compare.nothing}</span>;
  const isWhole = change.kinds.includes('added') || change.kinds.includes('removed');
  const parts = (['version', 'identity', 'license'] as const)
    .filter((kind) => isWhole || change.kinds.includes(kind))
    .map((kind) => side[kind])
    .filter(Boolean);
  return <FileText text={parts.join(' · ') || texts.unknown} cut={160} />;
}

function ChangeTable({ rows }: { rows: readonly Change[] }): JSX.Element {
  const { columns, kinds } = texts.compare;
  return (
    <Table
      label={texts.compare.changes}
      rows={rows}
      keyOf={({ from, to }) => `${from?.id ?? ''} ${to?.id ?? ''}`}
      columns={[
        { title: columns.component, cell: ({ from, to }) => <FileText text={(to ?? from)?.name ?? ''} cut={80} /> },
        { title: columns.change, cell: (change) => change.kinds.map((kind) => kinds[kind] ?? kind).join(', ') },
        { title: columns.before, cell: (change) => <SideText change={change} of="from" /> },
        { title: columns.after, cell: (change) => <SideText change={change} of="to" /> },
      ]}
    />
  );
}

/** Won and lost; what nobody looked at is neither. */
function VulnerabilityChanges({ of }: { of: Compared }): JSX.Element {
  const { gained, lost, kept, not_comparable: dark } = of.vulnerability_counts;
  const { columns } = texts.compare;
  return (
    <Card
      title={texts.compare.vulnerabilities}
      aside={[texts.compare.gained(gained), texts.compare.lost(lost), texts.compare.kept(kept)].join(' · ')}
    >
      <div class="stack">
        {gained + lost + dark > of.vulnerabilities.length && (
          <p class="small soft">{texts.shownOf(of.vulnerabilities.length, gained + lost + dark)}</p>
        )}
        {dark > 0 && <Mark kind="not_examined">{texts.compare.notComparable(dark)}</Mark>}
        {of.vulnerabilities.length === 0 ? (
          <p class="soft">{texts.compare.noVulnerabilities}</p>
        ) : (
          <div class="scroll-x">
            <Table
              label={texts.compare.vulnerabilities}
              rows={of.vulnerabilities}
              keyOf={({ id, change }) => `${id} ${change}`}
              columns={[
                { title: texts.vulnerabilities.columns.id, cell: (row) => <VulnerabilityName of={row} /> },
                { title: columns.change, cell: ({ change }) => texts.compare.change[change] ?? change },
                {
                  title: texts.vulnerabilities.columns.severity,
                  cell: ({ severity }) => <Severity value={severity} />,
                },
                {
                  title: columns.components,
                  cell: ({ components, component_count: count }) => (
                    <>
                      <FileText text={components.join(', ')} cut={160} />
                      {count > components.length && <span class="sub">{texts.shownOf(components.length, count)}</span>}
                    </>
                  ),
                },
                {
                  title: columns.why,
                  cell: ({ comparable, reason }) =>
                    comparable ? (
                      texts.compare.isComparable
                    ) : (
                      <Mark kind="not_examined">{texts.compare.isNotComparable(shortText(reason, 200))}</Mark>
                    ),
                },
              ]}
            />
          </div>
        )}
      </div>
    </Card>
  );
}
