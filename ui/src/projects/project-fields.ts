import { texts } from '../../texts.en.js';
import type { Data } from '../api.js';
import type { Field, Values } from '../parts/form-dialog.js';

export type Project = Data<'GET v1/project/getProject'>;

/** Marks of the states of an analysis that is over. */
export const stateMarks: Readonly<Record<string, string>> = {
  finished: 'passed',
  errored: 'failed',
  partial: 'partly',
};

/** An analysis that is not over, and how often somebody who waits for it looks. */
export const isRunning = ({ status }: { readonly status: string }): boolean =>
  status === 'queued' || status === 'analyzing';
export const refreshMs = 2_000;

/** Settings of what an analysis reads, off at first. */
export const flags = ['merge_sboms', 'fetch_submodules', 'fetch_lfs'] as const;

const secrets: readonly string[] = ['password', 'deploy_key'];

/** What a project is made of; secrets that are set are never shown, and an empty field leaves them as they are. */
export function projectFields(project: Project | null): readonly Field[] {
  const { fields, types, hints } = texts.projects;
  const secretHint = project ? hints.keep : hints.secret;
  return [
    { name: 'name', label: fields.name, value: project?.name ?? '', isRequired: true },
    { name: 'type', label: fields.type, value: project?.type ?? 'git', options: Object.entries(types) },
    { name: 'source', label: fields.source, value: project?.source ?? '', hint: hints.source },
    { name: 'branch', label: fields.branch, value: project?.branch ?? 'main', hint: hints.branch },
    {
      name: 'include_paths',
      label: fields.include_paths,
      type: 'multiline',
      value: (project?.include_paths ?? []).join('\n'),
      hint: hints.include_paths,
    },
    {
      name: 'exclude_paths',
      label: fields.exclude_paths,
      type: 'multiline',
      value: (project?.exclude_paths ?? []).join('\n'),
      hint: hints.exclude_paths,
    },
    { name: 'description', label: fields.description, value: project?.description ?? '' },
    { name: 'username', label: fields.username, value: project?.username ?? '' },
    { name: 'password', label: fields.password, type: 'password', hint: secretHint },
    { name: 'deploy_key', label: fields.deploy_key, type: 'multiline', hint: secretHint },
    ...flags.map((name) => ({
      name,
      label: fields[name],
      hint: hints[name],
      type: 'check' as const,
      value: String(project?.[name] ?? false),
    })),
    {
      name: 'should_monitor',
      label: fields.should_monitor,
      type: 'check',
      value: String(project?.should_monitor ?? true),
    },
  ];
}

/** The values as the API takes them: nothing was typed into a secret that stays. */
export function projectOf(
  { should_monitor: isMonitored, include_paths: included, exclude_paths: excluded, ...typed }: Values,
  project: Project | null,
): object {
  const sent = Object.entries(typed).filter(
    ([name, value]) => value !== '' || name === 'description' || (project !== null && !secrets.includes(name)),
  );
  const paths = { include_paths: linesOf(included), exclude_paths: linesOf(excluded) };
  const chosen = Object.fromEntries(flags.map((name) => [name, typed[name] === 'true']));
  return { ...Object.fromEntries(sent), ...paths, ...chosen, should_monitor: isMonitored === 'true' };
}

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
