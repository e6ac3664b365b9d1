import type { EgressClient } from '../../platform/egress/egress-client.js';
import {
  firstOf,
  memberOf,
  TrackerApi,
  type IssueContent,
  type IssueTracker,
  type TrackerAccess,
} from './issue-tracker.js';

/** Issues of a repository on GitHub (https://docs.github.com/rest/issues/issues). */
export function githubTracker(outside: EgressClient, { target, token, signal }: TrackerAccess): IssueTracker {
  const headers = { authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28', 'user-agent': 'stocktake' };
  const api = new TrackerApi(outside, String(target['url']), headers, signal);
  const repository = `/repos/${String(target['project']).split('/').map(encodeURIComponent).join('/')}`;
  const issues = `${repository}/issues`;
  const issueOf = (answer: Parameters<typeof memberOf>[0]) => ({
    id: memberOf(answer, 'number'),
    url: memberOf(answer, 'html_url'),
  });
  return {
    async check() {
      await api.ask('GET', repository);
    },
    async find(label) {
      const first = firstOf(await api.ask('GET', `${issues}?labels=${encodeURIComponent(label)}&state=all&per_page=1`));
      return first === null ? null : issueOf(first);
    },
    async create(content, label) {
      return issueOf(await api.ask('POST', issues, { ...written(content), labels: ['stocktake', label] }));
    },
    async update(id, content) {
      await api.ask('PATCH', `${issues}/${id}`, written(content));
    },
    async reopen(id) {
      await api.ask('PATCH', `${issues}/${id}`, { state: 'open' });
    },
    async close(id) {
      await api.ask('PATCH', `${issues}/${id}`, { state: 'closed', state_reason: 'completed' });
    },
  };
}

/** Foreign text stands in a fence: no markup, no mention of a person, no link. */
const written = ({ title, lines }: IssueContent) => ({
  title: title.replaceAll('`', "'"),
  body: ['```text', ...lines.map((line) => line.replaceAll('`', "'")), '```'].join('\n'),
});
