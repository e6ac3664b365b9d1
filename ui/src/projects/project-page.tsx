import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get, post, put, type Data } from '../api.js';
import { useAttempt } from '../parts/attempt.js';
import { Card } from '../parts/card.js';
import { shortText } from '../parts/file-text.js';
import { FormDialog } from '../parts/form-dialog.js';
import { List, useList } from '../parts/list.js';
import { announce, Part, useLoaded } from '../parts/loaded.js';
import { Mark } from '../parts/marks.js';
import { MonitoringNote } from '../parts/monitoring.js';
import { Page } from '../parts/page.js';
import { Table } from '../parts/table.js';
import { Warnings } from '../parts/warnings.js';
import { query, withQuery } from '../router.js';
import { mayChange, navigateTo, organization } from '../session.js';
import { Gaps } from './gaps.js';
import { isRunning, projectFields, projectOf, refreshMs, stateMarks, type Project } from './project-fields.js';

/** A project: its source, its analyses, and what each of them found different. */
export function ProjectPage({ id }: { id: string }): JSX.Element {
  const teamId = query.value.get('team') ?? '';
  const project = useLoaded(() => get('v1/project/getProject', { id, team_id: teamId }), [id, teamId]);
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const loaded = project.state.value.data?.data;
  return (
    <Page
      at="projects"
      title={loaded ? shortText(loaded.name, 120) : texts.projects.title}
      above={
        <p class="small">
          <a href={`/o/${organization.value!.id}/projects?team=${teamId}`}>{texts.projects.title}</a>
        </p>
      }
      actions={
        loaded &&
        mayChange.value && (
          <>
            <button type="button" class="b" onClick={() => setOpen('edit')}>
              {texts.projects.edit}
            </button>
            <button type="button" class="b" onClick={() => setOpen('remove')}>
              {texts.projects.remove}
            </button>
          </>
        )
      }
    >
      <Part of={project}>
        {({ data }) => (
          <>
            <SourceOf project={data} />
            <MonitoringNote of={data.monitoring} />
            <Analyses projectId={id} teamId={teamId} hasSource={hasSource(data)} hasBranches={data.type === 'git'} />
          </>
        )}
      </Part>
      {open && loaded && (
        <ProjectDialog action={open} project={loaded} onClose={() => setOpen(null)} onSaved={project.again} />
      )}
    </Page>
  );
}

const hasSource = ({ type }: Project): boolean => type !== 'source_unavailable';

/** Where it is fetched from, and what is read of it. */
function SourceOf({ project }: { project: Project }): JSX.Element {
  if (!hasSource(project)) return <p class="small soft">{texts.projects.noSource}</p>;
  return (
    <>
      <p class="mono small break">{shortText(`${project.source} ${project.branch}`.trim(), 300)}</p>
      <p class="small soft break">
        {texts.projects.paths(
          shortText(project.include_paths.join(', '), 300),
          shortText(project.exclude_paths.join(', '), 300),
        )}
      </p>
    </>
  );
}

interface DialogProperties {
  readonly action: 'edit' | 'remove';
  readonly project: Project;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

function ProjectDialog({ action, project, onClose, onSaved }: DialogProperties): JSX.Element {
  const { id, team_id } = project;
  if (action === 'edit')
    return (
      <FormDialog
        title={texts.projects.edit}
        action={texts.sbom.edit.save}
        fields={projectFields(project)}
        onClose={onClose}
        onSubmit={async (values) => {
          const unchanged = { 'If-Match': `"${project.updated_at}"` };
          await put('v1/project/updateProject', { ...projectOf(values, project), id, team_id }, unchanged);
          onSaved();
        }}
      />
    );
  return (
    <FormDialog
      title={texts.projects.removeTitle(shortText(project.name))}
      note={texts.projects.removeNote}
      action={texts.projects.remove}
      fields={[]}
      onClose={onClose}
      onSubmit={async () => {
        await post('v1/project/deleteProject', { id, team_id });
        navigateTo(`/projects?team=${team_id}`);
      }}
    />
  );
}

type Analysis = Data<'GET v1/scanner/getAnalyses'>[number];

interface AnalysesProperties {
  readonly projectId: string;
  readonly teamId: string;
  /** Without a source no file was read, and none left out. */
  readonly hasSource: boolean;
  readonly hasBranches: boolean;
}

function Analyses({ projectId, teamId, hasSource, hasBranches }: AnalysesProperties): JSX.Element {
  const { attempt, problem } = useAttempt();
  const loaded = useList(
    (limit) => get('v1/scanner/getAnalyses', { project_id: projectId, team_id: teamId, limit }),
    [projectId, teamId],
  );
  const isWorking = loaded.state.value.data?.data.some(isRunning) ?? false;
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setInterval(loaded.again, refreshMs);
    return () => clearInterval(timer);
  }, [isWorking]);
  const [isAsking, setAsking] = useState(false);
  const analyze = (): void =>
    attempt(
      () => post('v1/scanner/analyzeProject', { project_id: projectId, team_id: teamId }),
      texts.projects.started,
      loaded.again,
    );
  const shown = query.value.get('analysis');
  const analyses = loaded.state.value.data?.data;
  const sbomId = analyses?.find((one) => one.sbom_id !== null)?.sbom_id;
  return (
    <>
      {sbomId && hasSource && (
        <Gaps
          key={`${sbomId} ${String(isWorking)}`}
          sbomId={sbomId}
          isFinished={analyses?.[0]?.status === 'finished'}
        />
      )}
      <Card title={texts.projects.analyses}>
        <div class="stack">
          {mayChange.value && (
            <div class="row">
              <button type="button" class="b s main" disabled={isWorking} onClick={analyze}>
                {texts.projects.analyze}
              </button>
              {hasBranches && (
                <button type="button" class="b s" disabled={isWorking} onClick={() => setAsking(true)}>
                  {texts.projects.analyzeBranch}
                </button>
              )}
            </div>
          )}
          {problem}
          <List of={loaded} none={texts.projects.noAnalysis} isInCard>
            {(data) => <AnalysisTable analyses={data} />}
          </List>
          {shown && <Differences key={shown} id={shown} />}
        </div>
      </Card>
      {isAsking && (
        <FormDialog
          title={texts.projects.analyzeBranch}
          note={texts.projects.branchNote}
          action={texts.projects.analyze}
          fields={[
            { name: 'branch', label: texts.projects.fields.branch, hint: texts.projects.branchHint, isRequired: true },
          ]}
          onClose={() => setAsking(false)}
          onSubmit={async ({ branch }) => {
            await post('v1/scanner/analyzeProject', { project_id: projectId, team_id: teamId, branch });
            announce(texts.projects.started);
            loaded.again();
          }}
        />
      )}
    </>
  );
}

function AnalysisTable({ analyses }: { analyses: readonly Analysis[] }): JSX.Element {
  const { columns, states } = texts.projects;
  return (
    <Table
      label={texts.projects.analyses}
      rows={analyses}
      keyOf={({ id }) => id}
      columns={[
        {
          title: columns.at,
          cell: ({ created_at: at, branch }) => (
            <>
              {texts.moment(at)}
              {branch && <span class="sub mono break">{shortText(branch, 80)}</span>}
            </>
          ),
        },
        {
          title: columns.state,
          cell: ({ status, message, warnings, warning_count: count, unread, stale }) => (
            <>
              <Mark kind={stateMarks[status] ?? 'pending'}>{states[status] ?? status}</Mark>
              {message && <span class="sub">{shortText(message, 300)}</span>}
              {unread.length > 0 && <span class="sub">{texts.gaps.count(unread.length)}</span>}
              {stale > 0 && <span class="sub">{texts.gaps.stale(stale)}</span>}
              <Warnings of={warnings} count={count} />
            </>
          ),
        },
        {
          title: columns.components,
          // Without an SBOM nothing was looked up: a zero would say that there are none.
          cell: ({ components, sbom_id: sbomId }) =>
            sbomId ? (
              <a href={`/o/${organization.value!.id}/sboms/${sbomId}`}>{texts.counts.components(components)}</a>
            ) : (
              <span class="quiet">{texts.unknown}</span>
            ),
        },
        {
          title: columns.changes,
          cell: ({ id, sbom_id: sbomId, added, removed, changed }) =>
            added === null ? (
              <span class="quiet">{sbomId ? texts.projects.first : texts.unknown}</span>
            ) : (
              <a href={withQuery({ analysis: id })}>{texts.import.changes(added, changed ?? 0, removed ?? 0)}</a>
            ),
        },
      ]}
    />
  );
}

const maxDifferences = 1_000;

function Differences({ id }: { id: string }): JSX.Element {
  const loaded = useLoaded(() => get('v1/scanner/getAnalysisDifferences', { id, limit: maxDifferences }), [id]);
  const { columns } = texts.compare;
  return (
    <Part of={loaded}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <p class="soft">{texts.compare.noChanges}</p>
        ) : (
          <>
            <Table
              label={texts.projects.differences}
              rows={data}
              keyOf={(one) =>
                `${one.kind} ${one.package} ${one.name} ${one.old_version ?? ''} ${one.new_version ?? ''}`
              }
              columns={[
                { title: columns.component, cell: ({ name }) => shortText(name, 80) },
                { title: columns.change, cell: ({ kind }) => texts.projects.kinds[kind] ?? kind },
                { title: columns.before, cell: ({ old_version: version }) => shortText(version ?? '', 60) },
                { title: columns.after, cell: ({ new_version: version }) => shortText(version ?? '', 60) },
              ]}
            />
            {meta.total_count > data.length && <p class="small">{texts.shownOf(data.length, meta.total_count)}</p>}
          </>
        )
      }
    </Part>
  );
}
