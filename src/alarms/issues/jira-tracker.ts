import { listOf, objectOf, textOf } from '../../model/json.js';
import type { EgressClient } from '../../platform/egress/egress-client.js';
import { firstOf, memberOf, TrackerApi, TrackerError, type IssueContent, type IssueTracker, type TrackerAccess } from './issue-tracker.js'; // prettier-ignore

/** Issues of a project in Jira, by version 2 of its API, which Jira Cloud and Data Center have both. */
export function jiraTracker(outside: EgressClient, { target, token, signal }: TrackerAccess): IssueTracker {
  const { url, username, project, issue_type: kind } = target as Record<string, string>;
  const login = username === '' ? `Bearer ${token}` : `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`;
  const api = new TrackerApi(outside, `${url}/rest/api/2`, { authorization: login }, signal);
  const issueOf = (answer: Parameters<typeof memberOf>[0]) => {
    const id = memberOf(answer, 'key');
    return { id, url: `${url}/browse/${encodeURIComponent(id)}` };
  };

  /** The workflows of projects differ: takes the first way to a status of the category. */
  async function move(id: string, isDone: boolean): Promise<void> {
    const path = `/issue/${encodeURIComponent(id)}`;
    const { fields } = objectOf(await api.ask('GET', `${path}?fields=status`));
    if ((categoryOf(objectOf(fields)['status']) === 'done') === isDone) return;
    const { transitions } = objectOf(await api.ask('GET', `${path}/transitions`));
    const way = listOf(transitions).find((one) => (categoryOf(objectOf(one)['to']) === 'done') === isDone);
    if (way === undefined)
      throw new TrackerError(`Jira offers the user of the token no transition to ${isDone ? 'close' : 'reopen'} ${id}; allow one in its workflow`, null); // prettier-ignore
    await api.ask('POST', `${path}/transitions`, { transition: { id: memberOf(way, 'id') } });
  }

  return {
    async check() {
      await api.ask('GET', `/project/${encodeURIComponent(project!)}`);
    },
    async find(label) {
      // In this project alone: before the channel came here, it may have had an issue with the label in another one.
      const jql = `project = "${project}" AND labels = "${label}"`;
      const query = `?jql=${encodeURIComponent(jql)}&maxResults=1&fields=status`;
      // Jira Cloud has only the first one, Data Center only the second.
      const answer = await api.ask('GET', `/search/jql${query}`).catch((error: unknown) => {
        if (error instanceof TrackerError && error.isGone) return api.ask('GET', `/search${query}`);
        throw error;
      });
      const first = firstOf(objectOf(answer)['issues']);
      return first === null ? null : issueOf(first);
    },
    async create(content, label) {
      const fields = { project: { key: project! }, issuetype: { name: kind! }, labels: ['stocktake', label] };
      return issueOf(await api.ask('POST', '/issue', { fields: { ...written(content), ...fields } }));
    },
    async update(id, content) {
      await api.ask('PUT', `/issue/${encodeURIComponent(id)}`, { fields: written(content) });
    },
    reopen: (id) => move(id, false),
    close: (id) => move(id, true),
  };
}

const categoryOf = (status: Parameters<typeof objectOf>[0]): string =>
  textOf(objectOf(objectOf(status)['statusCategory'])['key']);

/** Foreign text stands where Jira looks for no markup, and cannot end that; mentions of users Jira may find there too. */
const written = ({ title, lines }: IssueContent) => ({
  summary: title,
  description: ['{noformat}', ...lines.map(withoutMarks), '{noformat}'].join('\n'),
});

const withoutMarks = (line: string): string => line.replaceAll('{', '(').replaceAll('}', ')').replaceAll('[~', '[ ~');
