import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { Card } from '../parts/card.js';
import { Failure, Part, Skeleton, useLoaded } from '../parts/loaded.js';
import { Icon, Mark } from '../parts/marks.js';
import { Shell } from '../parts/shell.js';
import { ImportArea } from '../sboms/import-area.js';
import { importKey, importsOf } from '../sboms/kept-imports.js';
import { SbomTable } from '../sboms/sbom-table.js';
import { Stale, useStale } from '../parts/stale.js';
import { TrendCard } from '../parts/trend-card.js';
import { SinceLastVisit } from './last-visit.js';
import { mayChange, organization } from '../session.js';
import { isLoaded } from '../vulnerabilities/ground.js';

/** The worst of all; of which too little is known stand among them. */
const maxSboms = 6;

/** The SBOM that was changed last. */
export const latest = (orgId: string) => ({ org_id: orgId, sort: '-updated_at', limit: 1 }) as const;

/** Another one when an SBOM came, went or was changed. */
export const stampOf = ({ data, meta }: Awaited<ReturnType<typeof get<'v1/project/getSBOMs'>>>): string =>
  [meta.total_count, ...data.softwareLists.map(({ id, updated_at: at }) => `${id} ${String(at)}`)].join(' ');

export function Home(): JSX.Element {
  const { id: orgId, name } = organization.value!;
  const listing = useLoaded(
    () => get('v1/project/getSBOMs', { org_id: orgId, sort: '-risk', limit: maxSboms }),
    [orgId],
  );
  const stale = useStale(async () => stampOf(await get('v1/project/getSBOMs', latest(orgId))), [orgId, listing.round]);
  const { round } = listing;
  const sources = useLoaded(() => get('v1/catalog/getSources'), [], [round]);
  const [isImporting, setImporting] = useState(() => importsOf(importKey()).length > 0);
  useEffect(() => void (document.title = `${name} · ${texts.product}`), [name]);
  return (
    <Shell at="home">
      <div class="row wrap">
        <h1 class="break">{shortText(name)}</h1>
        <span class="grow" />
        <button type="button" class="b" popovertarget="report">
          {texts.sbom.report}
        </button>
        <div id="report" popover="auto" class="menu">
          {(['html', 'xlsx', 'json'] as const).map((format) => (
            <a
              key={format}
              class="b bare"
              href={`/v1/report/getOrganizationReport?org_id=${orgId}&format=${format}`}
              target="_blank"
              rel="noreferrer"
            >
              {texts.sbom.reports[format]}
            </a>
          ))}
        </div>
        {mayChange.value && (
          <a class="b main" href={`/o/${orgId}/sboms`}>
            {texts.import.title}
          </a>
        )}
      </div>
      <Stale of={stale} onShow={listing.again} />
      <Part of={listing}>
        {({ data, meta }) => {
          const { organization: figures, softwareLists: sboms } = data;
          const { examined, partly, notExamined } = figures.coverage;
          const unexamined = partly + notExamined;
          const isEmpty = meta.total_count === 0;
          return (
            <>
              {(isEmpty || isImporting) && (
                <ImportArea
                  title={isEmpty ? texts.home.empty : texts.import.title}
                  note={texts.home.emptyNote}
                  onImported={listing.again}
                  onBusy={setImporting}
                />
              )}
              {!isEmpty && (
                <>
                  <p class="small soft">{texts.home.summary(meta.total_count, examined + unexamined)}</p>
                  <div class="columns">
                    <div class="stack">
                      <Needs {...{ unexamined, sources, round }} verdicts={figures.verdicts} />
                      <TrendCard of={{ orgId }} title={texts.home.risk} stamp={round} />
                      <Card title={texts.home.sboms} aside={<a href={`/o/${orgId}/sboms`}>{texts.home.allSboms}</a>}>
                        <SbomTable sboms={sboms} columns={['coverage', 'risk', 'verdict']} />
                      </Card>
                    </div>
                    <div class="stack">
                      <SinceLastVisit round={round} />
                      <DataAge of={sources} />
                    </div>
                  </div>
                </>
              )}
            </>
          );
        }}
      </Part>
    </Shell>
  );
}

type Figures = Data<'GET v1/project/getSBOMs'>['organization'];

type Source = Data<'GET v1/catalog/getSources'>[number];
type Sources = ReturnType<typeof useLoaded<{ data: readonly Source[] }>>;

interface NeedsProperties {
  readonly unexamined: number;
  readonly verdicts: Figures['verdicts'];
  readonly sources: Sources;
  /** Counts how often the page was asked for anew. */
  readonly round: number;
}

function Needs({ unexamined, verdicts, sources, round }: NeedsProperties): JSX.Element {
  const orgId = organization.value!.id;
  const queue = useLoaded(() => get('v1/review/getQueue', { org_id: orgId, limit: 1 }), [orgId], [round]);
  const exploited = useLoaded(
    () => get('v1/vulnerability/getVulnerabilities', { org_id: orgId, exploited: true, limit: 1 }),
    [orgId],
    [round],
  );
  const path = `/o/${orgId}`;
  const worst = exploited.state.value.data;
  const exploitedCount = worst?.meta.total_count ?? 0;
  const { failed, pending } = verdicts;
  /** Undefined: not known. */
  const hasAdvisories = sources.state.value.data?.data.some((source) => isLoaded(source));
  const hasExploited = sources.state.value.data?.data.some((source) => isLoaded(source, 'exploited'));
  const { data: waiting, error: queueError } = queue.state.value;
  const names = waiting?.meta.total_count ?? 0;
  return (
    <Card title={texts.home.needs} aside={texts.home.worst}>
      {exploited.state.value.error && (
        <Failure error={exploited.state.value.error} again={exploited.again} isKept={worst !== null} />
      )}
      {queueError && <Failure error={queueError} again={queue.again} isKept={waiting !== null} />}
      {waiting === null && !queueError ? (
        <Skeleton />
      ) : (
        <ul class="needs">
          {hasAdvisories === false && (
            <Need
              icon="hatched"
              title={texts.home.noSources}
              note={texts.home.noSourcesNote}
              href={`${path}/settings/sources`}
              label={texts.home.toSources}
            />
          )}
          {hasAdvisories && hasExploited === false && (
            <Need
              icon="hatched"
              title={texts.home.noExploited}
              note={texts.home.noSourcesNote}
              href={`${path}/settings/sources`}
              label={texts.home.toSources}
            />
          )}
          {exploitedCount > 0 && (
            <Need
              icon="warning"
              title={texts.home.exploited(exploitedCount)}
              note={texts.home.exploitedNote(worst!.data[0]!.id, worst!.data[0]!.sboms)}
              href={`${path}/vulnerabilities?exploited=true`}
              label={texts.home.toExploited}
            />
          )}
          {unexamined > 0 && (
            <Need
              icon="hatched"
              title={texts.home.unexamined(unexamined)}
              note={texts.home.unexaminedNote}
              href={`${path}/vulnerabilities`}
              label={texts.home.toVulnerabilities}
            />
          )}
          {waiting && names > 0 && (
            <Need
              icon="pending"
              title={texts.home.queue(names)}
              note={texts.home.queueNote(Number((waiting.meta as { entries?: unknown }).entries ?? 0))}
              href={`${path}/review`}
              label={texts.home.toQueue}
            />
          )}
          {failed + pending > 0 && (
            <Need
              icon={failed > 0 ? 'failed' : 'pending'}
              title={texts.home.verdicts(failed, pending)}
              note={texts.home.verdictsNote(verdicts.passed)}
              href={`${path}/sboms?verdict=${failed > 0 ? 'failed' : 'pending'}&sort=-risk`}
              label={texts.home.toSboms}
            />
          )}
          {failed + pending + unexamined + exploitedCount + names === 0 &&
            waiting &&
            worst &&
            hasAdvisories &&
            hasExploited && (
              <Need
                icon="passed"
                title={texts.home.nothing}
                note={texts.home.nothingNote}
                href={`${path}/sboms`}
                label={texts.home.toSboms}
              />
            )}
        </ul>
      )}
    </Card>
  );
}

interface NeedProperties {
  readonly icon: string;
  readonly title: string;
  readonly note: string;
  readonly href: string;
  readonly label: string;
}

const Need = ({ icon, title, note, href, label }: NeedProperties): JSX.Element => (
  <li>
    <Icon name={icon} />
    <span class="grow">
      {title}
      <span class="sub">{note}</span>
    </span>
    <a class="b s" href={href}>
      {label}
    </a>
  </li>
);

/** Older data may lack what was published since. */
const oldDays = 7;

function DataAge({ of: sources }: { of: Sources }): JSX.Element {
  const href = `/o/${organization.value!.id}/settings/sources`;
  return (
    <Card title={texts.home.data} aside={<a href={href}>{texts.home.toSources}</a>}>
      <Part of={sources}>
        {({ data }) => (
          <ul class="lines">
            {data.length === 0 && <li class="soft">{texts.sources.none}</li>}
            {data.map(({ name, state, message, data_as_of: dataAsOf, loaded_at: loadedAt }) => (
              <li key={name}>
                <span class="break">
                  {shortText(name)}
                  {state === 'failed' && <span class="sub">{texts.sources.lastFailed}</span>}
                  {state === 'loaded' && message && <span class="sub">{texts.sources.inPart}</span>}
                </span>
                <Age at={loadedAt === null ? null : (dataAsOf ?? loadedAt)} />
              </li>
            ))}
          </ul>
        )}
      </Part>
    </Card>
  );
}

function Age({ at }: { at: string | null }): JSX.Element {
  if (at === null) return <Mark kind="not_examined">{texts.home.never}</Mark>;
  const isOld = Date.now() - new Date(at).getTime() > oldDays * 86_400_000;
  return isOld ? (
    <Mark kind="warning">{texts.home.old(texts.ago(at))}</Mark>
  ) : (
    <span class="quiet nowrap">{texts.ago(at)}</span>
  );
}
