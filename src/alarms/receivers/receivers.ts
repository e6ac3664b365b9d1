import { Injectable } from '@nestjs/common';
import { EgressClient } from '../../platform/egress/egress-client.js';
import type { ChannelKind } from '../alarm-types.js';
import { emailLimits, emailMessage } from './email-message.js';
import { sendEmail } from './email-sender.js';
import type { Receiver } from './receiver.js';
import { slackLimits, slackMessage } from './slack-message.js';
import { teamsLimits, teamsMessage } from './teams-message.js';
import { postMessage } from './webhook-sender.js';

/** The receivers by kind of channel. */
@Injectable()
export class Receivers {
  private readonly byKind: Readonly<Record<ChannelKind, Receiver>>;

  constructor(outside: EgressClient) {
    this.byKind = {
      slack: { limits: slackLimits, render: slackMessage, send: (message) => postMessage(outside, message) },
      teams: { limits: teamsLimits, render: teamsMessage, send: (message) => postMessage(outside, message) },
      email: { limits: emailLimits, render: emailMessage, send: (message) => sendEmail(outside, message) },
    };
  }

  of(kind: ChannelKind): Receiver {
    return this.byKind[kind];
  }
}
