import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../platform/egress/egress-client.js';
import type { ChannelKind } from '../alarm-types.js';
import { githubTracker } from './github-tracker.js';
import type { IssueTracker, TrackerAccess } from './issue-tracker.js';
import { jiraTracker } from './jira-tracker.js';

/** The issue trackers by kind of channel. */
@Injectable()
export class Trackers {
  constructor(private readonly outside: EgressClient) {}

  /** Null: the channel is no tracker. */
  open(kind: ChannelKind, access: TrackerAccess): IssueTracker | null {
    if (kind === 'github') return githubTracker(this.outside, access);
    return kind === 'jira' ? jiraTracker(this.outside, access) : null;
  }
}
