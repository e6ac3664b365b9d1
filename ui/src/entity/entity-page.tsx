import type { JSX } from 'preact';
import { number, texts } from '../../texts.en.js';
import { ApiError, get, type Data } from '../api.js';
import { Card } from '../parts/card.js';
import { Coverage } from '../parts/coverage.js';
import { FileText, shortText } from '../parts/file-text.js';
import { minCoverage } from '../parts/risk.js';
import { List, useList } from '../parts/list.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { isMissing } from '../parts/loading.js';
import { Mark } from '../parts/marks.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { query } from '../router.js';
import { MayConcern } from '../vulnerabilities/vulnerability-table.js';
import { Uses } from './uses.js';

type Overview = Data<'GET v1/score/getEntityOverviewForEntity'>;

/** A component by its identifiers: what it is, how it is scored, where it is used. */
export function EntityPage(): JSX.Element {
  const [purl, cpe, repo] = ['purl', 'cpe', 'repo_url'].map((name) => query.value.get(name) ?? '');
  const ids = { package_id: purl, product_id: cpe, repo_id: repo };
  const keys = [purl, cpe, repo];
  const overview = useLoaded(() => get('v1/score/getEntityOverviewForEntity', ids), keys);
  const loaded = overview.state.value.data?.data;
  /** An SBOM may have what no source knows. */
  const isUnknown = isMissing(overview.state.value.error);
  const title = loaded ? shortText(`${loaded.name} ${loaded.version}`.trim(), 120) : texts.entity.title;
  return (
    <Page at="sboms" title={title}>
      {[purl, cpe, repo].filter(Boolean).map((identifier) => (
        <p key={identifier} class="mono small break">
          <FileText text={identifier!} />
        </p>
      ))}
      {keys.every((key) => key === '') ? (
        <p class="soft">{texts.entity.noIdentifier}</p>
      ) : (
        <>
          {isUnknown ? (
            <Mark kind="not_examined">{texts.entity.unknown}</Mark>
          ) : (
            <>
              <Part of={overview}>{({ data }) => <Summary overview={data} />}</Part>
              <Metrics ids={ids} />
            </>
          )}
          <Uses purl={purl!} cpe={cpe!} repo={repo!} svcId={isUnknown ? null : loaded?.id} />
          <History ids={ids} />
        </>
      )}
    </Page>
  );
}

function Summary({
  overview: { score, coverage, summary, risk_tags: tags, sources, may_concern: mayConcern },
}: {
  overview: Overview;
}): JSX.Element {
  return (
    <div class="columns">
      <div class="stack">
        <Card title={texts.entity.examined}>
          <dl class="defs">
            {Object.entries(coverage).map(([kind, { status, reason }]) => (
              <div key={kind}>
                <dt>{texts.entity.kinds[kind] ?? kind}</dt>
                <dd>
                  <Coverage status={status} reason={reason} />
                </dd>
              </div>
            ))}
          </dl>
        </Card>
        <MayConcern of={mayConcern} />
      </div>
      <div class="stack">
        <Card title={texts.entity.risk} aside={texts.home.riskScale}>
          {score.coverage < minCoverage ? (
            <Mark kind="not_examined">{texts.sbom.tooLittle}</Mark>
          ) : (
            <p class="figure">{number(Math.round(score.value))}</p>
          )}
          <p class="small soft">{texts.entity.coverage(Math.round(score.coverage * 100))}</p>
          {summary && <p class="small">{summary}</p>}
          <ul class="lines">
            {tags.map(({ name, description, severity }) => (
              <li key={name}>
                <span>
                  <TagName of={{ name, severity }} />
                  <span class="sub">{description}</span>
                </span>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={texts.entity.sources}>
          {sources.length === 0 && <p class="small soft">{texts.entity.noSources}</p>}
          <ul class="stack small">
            {sources.map(({ type, id, source, link }) => (
              <li key={`${type} ${id}`} class="break">
                {link.startsWith('https://') ? (
                  <a href={link} target="_blank" rel="noreferrer noopener">
                    {shortText(id, 120)}
                  </a>
                ) : (
                  shortText(id, 120)
                )}
                <span class="sub">{source.join(', ')}</span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

/** In words; what was not examined is hatched, as everywhere. */
function TagName({
  of: { name, severity },
}: {
  of: { readonly name: string; readonly severity: string };
}): JSX.Element {
  const word = texts.entity.tagNames[name];
  if (name === 'not_examined' || name === 'partly') return <Mark kind={name}>{word}</Mark>;
  return <>{`${texts.entity.tags[severity] ?? severity}: ${word ?? name.replaceAll('_', ' ')}`}</>;
}

type Metric = Data<'GET v1/score/getMetricsForEntity'>['metrics'][number];

const valueOf = ({ value, unit }: Metric): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'boolean'
      ? texts.entity.answers[value ? 'yes' : 'no']
      : `${typeof value === 'object' ? JSON.stringify(value) : String(value)} ${unit}`.trim();

/** Metric by metric; those without data last, and hatched. */
function Metrics({ ids }: { ids: Record<string, string | undefined> }): JSX.Element {
  const metrics = useLoaded(() => get('v1/score/getMetricsForEntity', ids), Object.values(ids));
  return (
    <Card title={texts.entity.metrics} aside={texts.entity.metricsNote}>
      <Part of={metrics}>
        {({ data }) => {
          const rows = [...data.metrics].sort((a, b) => Number(a.score === null) - Number(b.score === null));
          return (
            <div class="scroll-x">
              <Table
                label={texts.entity.metrics}
                rows={rows}
                keyOf={({ name }) => name}
                columns={[
                  {
                    title: texts.entity.columns.metric,
                    cell: ({ title, text }) => (
                      <>
                        {title}
                        <span class="sub">{shortText(text, 300)}</span>
                      </>
                    ),
                  },
                  { title: texts.entity.columns.value, cell: (metric) => shortText(valueOf(metric), 80) },
                  {
                    title: texts.entity.columns.score,
                    isNumber: true,
                    cell: ({ score }) =>
                      score === null ? (
                        <Mark kind="not_examined">{texts.entity.noData}</Mark>
                      ) : (
                        number(Math.round(score))
                      ),
                  },
                  { title: texts.entity.columns.weight, isNumber: true, cell: ({ weight }) => number(weight) },
                  {
                    title: texts.entity.columns.source,
                    cell: ({ source, observed_at: at }) => (
                      <span class="quiet">
                        {source}
                        {at && <span class="sub">{texts.moment(at)}</span>}
                      </span>
                    ),
                  },
                ]}
              />
            </div>
          );
        }}
      </Part>
    </Card>
  );
}

type Former = Data<'GET v1/score/getHistoryForEntity'>['history'][number];

/** A figure only where it is known that enough was examined then. */
function FormerRisk({ value, coverage }: { value: number; coverage: number | null }): JSX.Element {
  if (coverage !== null && coverage >= minCoverage) return <>{number(Math.round(value))}</>;
  return <Mark kind="not_examined">{coverage === null ? texts.entity.notRecorded : texts.sbom.tooLittle}</Mark>;
}

/** None is no number where nobody has looked. */
function FormerVulnerabilities({ of: { vulnerabilities, examined } }: { of: Former }): JSX.Element {
  const how = examined === null ? texts.entity.notRecorded : texts.coverage[examined];
  if (vulnerabilities === 0 && examined !== 'examined') return <Mark kind={examined ?? 'not_examined'}>{how}</Mark>;
  return (
    <>
      {number(vulnerabilities)}
      {examined !== 'examined' && <span class="sub">{how}</span>}
    </>
  );
}

/** Nobody has scored it for an SBOM, or no source knows it: it has no history. */
const noHistory = (error: unknown): { data: readonly Former[]; meta: { total_count: number } } => {
  if (error instanceof ApiError && error.status === 404) return { data: [], meta: { total_count: 0 } };
  throw error;
};

function History({ ids }: { ids: Record<string, string | undefined> }): JSX.Element {
  const history = useList(
    (limit) =>
      get('v1/score/getHistoryForEntity', { ...ids, limit }).then(
        ({ data, meta }) => ({ data: data.history, meta }),
        noHistory,
      ),
    Object.values(ids),
  );
  const { columns } = texts.entity;
  return (
    <Card title={texts.entity.history}>
      <List of={history} none={texts.entity.noHistory} isInCard>
        {(rows) => (
          <Table
            label={texts.entity.history}
            rows={rows}
            keyOf={({ scored_at }) => scored_at}
            columns={[
              { title: columns.at, cell: ({ scored_at }) => texts.moment(scored_at) },
              {
                title: columns.score,
                isNumber: true,
                cell: ({ score }) => <FormerRisk value={score.value} coverage={score.coverage} />,
              },
              {
                title: texts.entity.vulnerabilities,
                isNumber: true,
                cell: (row) => <FormerVulnerabilities of={row} />,
              },
            ]}
          />
        )}
      </List>
    </Card>
  );
}
