import { ChannelSecrets, lostChannelSecret } from '../../alarms/channel-secrets.js';
import { findChannel, findChannelForUpdate, recordChannelFailure, recordChannelSuccess, type ChannelRow } from '../../alarms/channels.repository.js'; // prettier-ignore
import type { AlarmSubject } from '../../alarms/alarm-types.js';
import { closedContent, digestOf, issueContent, labelOf, type ClosingCause } from '../../alarms/issues/issue-content.js'; // prettier-ignore
import { TrackerError, type IssueContent, type IssueTracker } from '../../alarms/issues/issue-tracker.js';
import { claimDueIssue, recordIssue, type DueIssue, type IssueOutcome } from '../../alarms/issues/issues.repository.js';
import { Trackers } from '../../alarms/issues/trackers.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { deliveryRetry, retryDelaySeconds } from '../../jobs/retry-policy.js';
import type { Sql } from '../../platform/database/sql.js';
import { SyncIssues, type SyncIssuesPayload } from '../sboms.jobs.js';
import { findIssueSubject, isSelective, isWanted, readOpenItems } from './issue-state.repository.js';

/** After this many failures in a row the job ends; the scheduler takes the channel up again. */
const maxFailures = 3;

interface ClaimedIssue {
  readonly channel: ChannelRow;
  readonly issue: DueIssue;
  /** Null: the token cannot be read. */
  readonly tracker: IssueTracker | null;
  /** What the issue is to say. */
  readonly content: IssueContent;
  /** Whether something is open. */
  readonly isOpen: boolean;
}

/**
 * Brings the issues of a tracker to what is open of their SBOMs: created once, updated when it differs, closed when
 * nothing is open. One that was created by a worker that died is found again by its label.
 */
@Handles(SyncIssues)
export class SyncIssuesHandler implements JobHandler<SyncIssuesPayload> {
  constructor(
    private readonly trackers: Trackers,
    private readonly secrets: ChannelSecrets,
  ) {}

  async handle(context: JobContext, { channel_id }: SyncIssuesPayload): Promise<void> {
    let synced = 0;
    for (let failures = 0; failures < maxFailures;) {
      const claimed = await context.transaction((sql) => this.claim(sql, channel_id, context.signal));
      if (!claimed) break;
      const outcome = await bring(claimed);
      context.signal.throwIfAborted();
      await context.transaction((sql) => record(sql, claimed, outcome));
      failures = outcome.error === '' ? 0 : failures + 1;
      context.progress('asking the tracker', (synced += 1), null);
    }
    await context.transaction((sql) => context.complete(sql, { result: { synced } }));
  }

  private async claim(sql: Sql, channelId: string, signal: AbortSignal): Promise<ClaimedIssue | null> {
    const channel = await findChannel(sql, channelId);
    if (!channel?.active) return null;
    const issue = await claimDueIssue(sql, channelId);
    const token = issue && (await this.secrets.read(sql, channel));
    if (!issue) return null;
    const tracker = token === null ? null : this.trackers.open(channel.kind, { target: channel.target, token, signal });
    const sbom = await findIssueSubject(sql, issue.sbom_id);
    if (!sbom) {
      const deleted = { title: 'Stocktake: the SBOM was deleted', lines: [`SBOM ${issue.sbom_id} was deleted.`] };
      return { channel, issue, tracker, content: deleted, isOpen: false };
    }
    const open = await readOpenItems(sql, sbom.id, channel);
    // What cannot be examined or decided any more keeps an issue open, and makes none.
    const isKept = (open.unexamined > 0 || open.undecided > 0) && issue.state === 'open';
    const isOpen = isWanted(channel, sbom) && (open.total > 0 || isKept);
    const content = isOpen ? issueContent(sbom, open) : closedContent(sbom, closingCause(channel, sbom));
    return { channel, issue, tracker, content, isOpen };
  }
}

function closingCause(channel: ChannelRow, sbom: AlarmSubject): ClosingCause {
  if (!isWanted(channel, sbom)) return 'left_out';
  return isSelective(channel) ? 'filtered' : 'nothing';
}

/** Asks the tracker for what differs. */
async function bring({ channel, issue, tracker, content, isOpen }: ClaimedIssue): Promise<IssueOutcome> {
  const { state, remote_id, url, shown } = issue;
  const former = { state, remote_id, url, shown };
  const digest = digestOf(content);
  if (shown === digest || (!isOpen && state !== 'open')) return { ...former, error: '', delaySeconds: null };
  try {
    if (!tracker) throw new TrackerError(lostChannelSecret, null);
    const label = labelOf(channel.id, issue.sbom_id);
    const known = remote_id === null ? await tracker.find(label) : { id: remote_id, url };
    const remote = known ?? (await tracker.create(content, label));
    if (known) await tracker.update(known.id, content);
    if (known && isOpen) await tracker.reopen(known.id);
    if (!isOpen) await tracker.close(remote.id);
    const reached = { state: isOpen ? 'open' : 'closed', remote_id: remote.id, url: remote.url } as const;
    return { ...reached, shown: digest, error: '', delaySeconds: null };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    // Somebody deleted it there: another one is made when there is something new.
    if (tracker && error.isGone && remote_id !== null && (await isThere(tracker)))
      return { state: 'closed', remote_id: null, url: '', shown: digest, error: '', delaySeconds: null };
    const isLast = issue.attempts >= deliveryRetry.attempts;
    const delaySeconds = isLast ? null : Math.max(error.waitSeconds, retryDelaySeconds(issue.attempts, deliveryRetry));
    return { ...former, error: error.message.slice(0, 500), delaySeconds };
  }
}

/** GitHub and Jira answer 404 to a token that may not see the project any more, too. */
const isThere = (tracker: IssueTracker): Promise<boolean> =>
  tracker.check().then(
    () => true,
    () => false,
  );

async function record(sql: Sql, { channel, issue }: ClaimedIssue, outcome: IssueOutcome): Promise<void> {
  // What was asked of another project says nothing of this one.
  const now = await findChannelForUpdate(sql, channel.id);
  if (JSON.stringify(now?.target) !== JSON.stringify(channel.target)) return;
  await recordIssue(sql, issue, outcome);
  if (outcome.error === '') await recordChannelSuccess(sql, channel.id);
  else await recordChannelFailure(sql, channel.id);
}
