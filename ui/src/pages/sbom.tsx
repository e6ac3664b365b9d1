import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, type Data } from '../api.js';
import { shortText } from '../parts/file-text.js';
import { CoverageOf, examinedOf, RiskOf, VerdictOf } from '../parts/judgement.js';
import { LaterPart } from '../parts/later.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { MonitoringNote } from '../parts/monitoring.js';
import { Tabs } from '../parts/page.js';
import { Shell } from '../parts/shell.js';
import { Gaps } from '../projects/gaps.js';
import { Components, useEntryPages } from '../sboms/components.js';
import { DependencyTree } from '../sboms/dependency-tree.js';
import type { EntryPages } from '../sboms/entry-pages.js';
import { Imports } from '../sboms/imports.js';
import { useProgress, WorkLines, type SbomProgress } from '../sboms/progress.js';
import { Licences } from '../sboms/licences.js';
import { SbomSettings } from '../sboms/sbom-settings.js';
import { SbomActions } from '../sboms/sbom-actions.js';
import { organization } from '../session.js';
import { SbomVulnerabilities } from '../vulnerabilities/sbom-vulnerabilities.js';

type Sbom = Data<'GET v1/project/getSBOM'>;

export function SbomPage({ id, tab }: { id: string; tab: string }): JSX.Element {
  const loaded = useLoaded(() => get('v1/project/getSBOM', { id, limit: 1 }), [id]);
  const sbom = loaded.state.value.data?.data;
  const progress = useProgress([id], true).value.get(id);
  const pages = useEntryPages(id, tab === '');
  const state = progress && [stateOf(progress), progress.settled].join(' ');
  const isLoading = !sbom && !loaded.state.value.error;
  const seen = useRef<string | null>(null);
  useEffect(() => {
    if (isLoading || !progress || state === undefined || seen.current === state) return;
    const isFirst = seen.current === null;
    seen.current = state;
    if (!isFirst || !progress.settled || !sbom || stateOf(progress) !== stateOfSbom(sbom)) loaded.again();
  }, [state, isLoading]);
  useEffect(() => {
    if (sbom) document.title = `${shortText(`${sbom.name} ${sbom.version}`.trim())} · ${texts.product}`;
  }, [sbom?.name, sbom?.version]);
  return (
    <Shell at="sboms">
      <Part of={loaded}>
        {({ data }) => (
          <Content sbom={data} pages={pages} work={progress?.work ?? []} tab={tab} onChanged={loaded.again} />
        )}
      </Part>
    </Shell>
  );
}

/** In milliseconds: an event tells the time more exactly than the SBOM. */
const timeOf = ({ updated_at }: SbomProgress | Sbom): number => Date.parse(String(updated_at));

const stateOf = (progress: SbomProgress): string =>
  [timeOf(progress), progress.assessed_count, progress.verdict].join(' ');

const stateOfSbom = (sbom: Sbom): string => {
  const { passing, failing } = sbom.metrics.compliance;
  return [timeOf(sbom), passing + failing, sbom.verdict].join(' ');
};

/** Few need them, and then not at once. */
const loadQuality = async () => (await import('../sboms/quality.js')).Quality;
const loadShares = async () => (await import('../sharing/shares.js')).Shares;

interface ContentProperties {
  readonly sbom: Sbom;
  /** Null where the tab shows no entries. */
  readonly pages: EntryPages | null;
  readonly work: SbomProgress['work'];
  readonly tab: string;
  readonly onChanged: () => void;
}

function Content({ sbom, pages, work, tab, onChanged }: ContentProperties): JSX.Element {
  const path = `/o/${organization.value!.id}`;
  const base = `${path}/sboms/${sbom.id}`;
  // Its parts are asked for anew when the SBOM, or what is known of it, has changed.
  const part = { sbomId: sbom.id, stamp: `${sbom.updated_at} ${sbom.judged_at ?? ''}` };
  return (
    <>
      <p class="small">
        <a href={`${path}/sboms`}>{texts.sbom.by}</a>
      </p>
      <div class="row wrap">
        <h1 class="break">{shortText(`${sbom.name} ${sbom.version}`.trim(), 120)}</h1>
        <VerdictOf of={sbom} />
        <span class="small soft">{texts.status[sbom.status] ?? sbom.status}</span>
        <span class="small quiet">
          {texts.sbom.assessed(
            sbom.judged_at && texts.moment(sbom.judged_at),
            sbom.data_as_of && texts.date(sbom.data_as_of),
          )}
        </span>
        <span class="grow" />
        <SbomActions sbom={sbom} onChanged={onChanged} />
      </div>
      <MonitoringNote of={sbom.monitoring} />
      <WorkLines work={work} />
      <FigureRow sbom={sbom} />
      <Tabs
        label={texts.sbom.parts}
        tabs={[
          { href: base, label: texts.sbom.components, isHere: tab === '' },
          { href: `${base}/dependencies`, label: texts.dependencies.title, isHere: tab === 'dependencies' },
          { href: `${base}/vulnerabilities`, label: texts.vulnerabilities.title, isHere: tab === 'vulnerabilities' },
          { href: `${base}/licences`, label: texts.licences.title, isHere: tab === 'licences' },
          { href: `${base}/quality`, label: texts.sbom.quality, isHere: tab === 'quality' },
          { href: `${base}/imports`, label: texts.imports.title, isHere: tab === 'imports' },
          { href: `${base}/sharing`, label: texts.settings.sharing, isHere: tab === 'sharing' },
          { href: `${base}/settings`, label: texts.nav.settings, isHere: tab === 'settings' },
          { href: `${path}/compare?to=${sbom.id}`, label: texts.compare.title, isHere: false },
        ]}
      />
      {tab === 'dependencies' && <DependencyTree {...part} />}
      {tab === 'vulnerabilities' && <SbomVulnerabilities {...part} />}
      {tab === 'licences' && <Licences {...part} />}
      {tab === 'quality' && <LaterPart load={loadQuality} {...part} />}
      {tab === 'sharing' && <LaterPart load={loadShares} sbom={sbom} />}
      {tab === 'settings' && <SbomSettings sbom={sbom} onChanged={onChanged} />}
      {tab === 'imports' && <Imports {...part} />}
      {tab === '' && sbom.open_gaps > 0 && <Gaps sbomId={sbom.id} onAccepted={onChanged} />}
      {pages && <Components sbom={sbom} pages={pages} onChanged={onChanged} />}
    </>
  );
}

function FigureRow({ sbom }: { sbom: Sbom }): JSX.Element {
  const { figures } = texts.sbom;
  const { compliance, resolution } = sbom.metrics;
  const judged = compliance.passing + compliance.failing;
  return (
    <dl class="figures card">
      <div>
        <dt>{figures.rules}</dt>
        <dd>
          {judged === 0 ? texts.sbom.notJudged : texts.sbom.failing(compliance.failing, judged)}
          {judged > 0 && compliance.pending > 0 && (
            <span class="sub">{texts.sbom.leftToJudge(compliance.pending)}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{figures.coverage}</dt>
        <dd>
          {sbom.entry_count > 0 && <span>{texts.sbom.examined(examinedOf(sbom), sbom.entry_count)}</span>}
          <CoverageOf of={sbom} />
        </dd>
      </div>
      <div>
        <dt>{figures.risk}</dt>
        <dd>
          <RiskOf of={sbom} isExplained />
        </dd>
      </div>
      <div>
        <dt>{figures.identity}</dt>
        <dd>
          {sbom.entry_count === 0 ? (
            <span class="quiet">{texts.sboms.noEntries}</span>
          ) : (
            texts.sbom.identity(resolution.resolved, sbom.entry_count)
          )}
        </dd>
      </div>
    </dl>
  );
}
