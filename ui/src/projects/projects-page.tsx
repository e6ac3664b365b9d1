import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, type Data } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { FileText, shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { MonitoringMark } from '../parts/monitoring.js';
import { More, pageSize } from '../parts/more.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { OfTeam } from '../parts/team.js';
import { mayChange, navigateTo, organization } from '../session.js';
import { isRunning, projectFields, projectOf, refreshMs, stateMarks } from './project-fields.js';

/** Sources that are analysed, team by team. */
export function ProjectsPage(): JSX.Element {
  return (
    <Page at="projects" title={texts.projects.title}>
      <p class="soft">{texts.projects.note}</p>
      <OfTeam>{(team) => <Projects key={team.id} teamId={team.id} />}</OfTeam>
    </Page>
  );
}

type Analysis = Data<'GET v1/scanner/getLatestAnalysisStatuses'>[number];
type Listed = Data<'GET v1/project/getProjects'>;

/** So many ids fit into an address. */
const maxAsked = 100;

/** The latest analysis of each of the projects that has one. */
async function latestOf(teamId: string, projects: Listed): Promise<ReadonlyMap<string, Analysis>> {
  const ids = projects.map(({ id }) => id);
  const parts = Array.from({ length: Math.ceil(ids.length / maxAsked) }, (_, part) =>
    ids.slice(part * maxAsked, (part + 1) * maxAsked),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      get('v1/scanner/getLatestAnalysisStatuses', { team_id: teamId, project_ids: part.join(','), limit: maxAsked }),
    ),
  );
  return new Map(answers.flatMap(({ data }) => data).map((one) => [one.project_id, one]));
}

function Projects({ teamId }: { teamId: string }): JSX.Element {
  const [limit, setLimit] = useState(pageSize);
  const [isCreating, setCreating] = useState(false);
  const { attempt, problem } = useAttempt();
  const loaded = useLoaded(
    async () => {
      const projects = await get('v1/project/getProjects', { team_id: teamId, limit });
      return { ...projects, latest: await latestOf(teamId, projects.data) };
    },
    [teamId],
    [limit],
  );
  const isWorking = [...(loaded.state.value.data?.latest.values() ?? [])].some(isRunning);
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setInterval(loaded.again, refreshMs);
    return () => clearInterval(timer);
  }, [isWorking]);
  const analyze = (id: string): void =>
    attempt(
      () => post('v1/scanner/analyzeProject', { project_id: id, team_id: teamId }),
      texts.projects.started,
      loaded.again,
    );
  return (
    <>
      {mayChange.value && (
        <div class="row">
          <button type="button" class="b main" onClick={() => setCreating(true)}>
            {texts.projects.create}
          </button>
        </div>
      )}
      {problem}
      <Part of={loaded}>
        {({ data, meta, latest }) =>
          data.length === 0 ? (
            <p class="soft">{texts.projects.none}</p>
          ) : (
            <>
              <div class="card scroll-x">
                <ProjectTable projects={data} latest={latest} onAnalyze={analyze} />
              </div>
              <More shown={data.length} total={meta.total_count} limit={limit} onMore={setLimit} />
            </>
          )
        }
      </Part>
      {isCreating && (
        <FormDialog
          title={texts.projects.create}
          action={texts.projects.create}
          fields={projectFields(null)}
          onClose={() => setCreating(false)}
          onSubmit={async (values) => {
            const { data } = await post('v1/project/createProject', { ...projectOf(values, null), team_id: teamId });
            navigateTo(`/projects/${data.id}?team=${teamId}`);
          }}
        />
      )}
    </>
  );
}

interface TableProperties {
  readonly projects: Listed;
  /** Of every project that was analysed. */
  readonly latest: ReadonlyMap<string, Analysis>;
  readonly onAnalyze: (id: string) => void;
}

function LatestAnalysis({ of }: { of: Analysis | undefined }): JSX.Element {
  if (!of) return <Mark kind="not_examined">{texts.projects.never}</Mark>;
  return (
    <>
      <Mark kind={stateMarks[of.status] ?? 'pending'}>{texts.projects.states[of.status] ?? of.status}</Mark>
      <span class="sub">{texts.ago(of.updated_at)}</span>
    </>
  );
}

const sourceOf = ({ type, source }: Listed[number]): JSX.Element =>
  type === 'source_unavailable' ? (
    <span class="quiet">{texts.projects.types.source_unavailable}</span>
  ) : (
    <span class="break">{shortText(source, 80)}</span>
  );

function ProjectTable({ projects, latest, onAnalyze }: TableProperties): JSX.Element {
  const { columns } = texts.projects;
  return (
    <Table
      label={texts.projects.title}
      rows={projects}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.name,
          cell: ({ id, team_id: teamId, name, description, active }) => (
            <>
              <a href={`/o/${organization.value!.id}/projects/${id}?team=${teamId}`}>{shortText(name)}</a>
              {!active && <span class="sub">{texts.projects.archived}</span>}
              <span class="sub">
                <FileText text={description} cut={120} />
              </span>
            </>
          ),
        },
        { title: columns.source, cell: sourceOf },
        { title: columns.analysis, cell: ({ id }) => <LatestAnalysis of={latest.get(id)} /> },
        { title: columns.monitored, cell: ({ monitoring }) => <MonitoringMark of={monitoring} /> },
        {
          title: columns.actions,
          cell: ({ id, active }) =>
            mayChange.value &&
            active && (
              <button type="button" class="b s" onClick={() => onAnalyze(id)}>
                {texts.projects.analyze}
              </button>
            ),
        },
      ]}
    />
  );
}
