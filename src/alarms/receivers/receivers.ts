import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../platform/egress/egress-client.js';
import type { ChannelKind } from '../alarm-types.js';
import { emailLimits, emailMessage } from './email-message.js';
import { sendEmail } from './email-sender.js';
import { TrackerError, type IssueTracker } from '../issues/issue-tracker.js';
import { Trackers } from '../issues/trackers.js';
import { taken, type Receipt, type Receiver } from './receiver.js';
import { slackLimits, slackMessage } from './slack-message.js';
import { teamsLimits, teamsMessage } from './teams-message.js';
import { postMessage } from './webhook-sender.js';

/** The receivers by kind of channel. */
@Injectable()
export class Receivers {
  private readonly byKind: Readonly<Record<ChannelKind, Receiver>>;

  constructor(outside: EgressClient, trackers: Trackers) {
    const tracker = (kind: 'github' | 'jira'): Receiver => ({
      limits: { sections: 1, lines: 1, characters: 300 },
      render: ({ title }) => JSON.stringify({ title }),
      send: ({ target, secret, signal }) => checkTracker(trackers.open(kind, { target, token: secret, signal })!),
    });
    this.byKind = {
      slack: { limits: slackLimits, render: slackMessage, send: (message) => postMessage(outside, message) },
      teams: { limits: teamsLimits, render: teamsMessage, send: (message) => postMessage(outside, message) },
      email: { limits: emailLimits, render: emailMessage, send: (message) => sendEmail(outside, message) },
      github: tracker('github'),
      jira: tracker('jira'),
    };
  }

  of(kind: ChannelKind): Receiver {
    return this.byKind[kind];
  }
}

/** A tracker gets no messages: a test asks whether its project is there, and makes no issue. */
async function checkTracker(tracker: IssueTracker): Promise<Receipt> {
  try {
    await tracker.check();
    return taken;
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    return { error: error.message, isTaken: false, isFinal: error.isGone, waitSeconds: error.waitSeconds };
  }
}
