import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsNumber, IsOptional, Matches, Max, Min } from 'class-validator';
import { Flag, Id, IdList, Moment, QueryFlag, Sort, Text, TextList, WholeNumber } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import type { FieldErrors } from '../model/errors.js';
import { rankedSeverities } from '../model/severities.js';
import type { CrossFieldChecks } from '../platform/http/validation.js';
import { newChannelErrors } from './channel-fields.js';
import { channelOrders } from './channels.repository.js';
import { issueOrders } from './issues/issues.repository.js';
import { messageOrders } from './messages.repository.js';
import { alarmTypes, channelKinds, digests } from './alarm-types.js';

const messageStates = ['pending', 'delivered', 'failed', 'dropped', 'empty'] as const;

const AlarmTypes = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: [String],
      enum: [...alarmTypes],
      required: false,
      nullable: true,
      description: 'Left out or empty: every type.',
    }),
    IsOptional(),
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(100, { message: 'must have at most 100 elements' }),
    IsIn([...alarmTypes], { each: true, message: `must contain only ${alarmTypes.join(', ')}` }),
  );

const Probability = (description: string): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: Number, minimum: 0, maximum: 1, required: false, nullable: true, description }),
    IsOptional(),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: 'must be a number from 0 to 1' }),
    Min(0, { message: 'must be a number from 0 to 1' }),
    Max(1, { message: 'must be a number from 0 to 1' }),
  );

const ClockTime = (description: string): PropertyDecorator =>
  applyDecorators(
    Text({ optional: true, max: 5, description }),
    Matches(/^(?:|(?:[01]\d|2[0-3]):[0-5]\d)$/, { message: 'must be a time from 00:00 to 23:59' }),
  );

class ChannelFieldsBody {
  @Text({
    optional: true,
    max: 2_048,
    description:
      'Slack and Teams: the address of the incoming webhook, a secret. GitHub and Jira: the address of the API (GitHub: https://api.github.com is the default).',
  })
  url?: string | null;

  @Text({ optional: true, max: 253, description: 'E-mail: the SMTP server.' })
  smtp_host?: string | null;

  @WholeNumber({ optional: true, min: 1, max: 65_535, description: 'Default: 587.' })
  smtp_port?: number | null;

  @Text({ optional: true, oneOf: ['tls', 'starttls'], description: 'Default: starttls. Nothing is sent unencrypted.' })
  smtp_security?: string | null;

  @Text({ optional: true, max: 320, description: 'Left out: the server asks for none.' })
  smtp_username?: string | null;

  @Text({ optional: true, max: 1_024, description: 'Shown as ********; if that is sent back, it is unchanged.' })
  smtp_password?: string | null;

  @Text({ optional: true, max: 320, description: 'Address that e-mails are from.' })
  sender?: string | null;

  @TextList({ optional: true, description: 'Addresses that e-mails go to, at most 50.' })
  recipients?: string[] | null;

  @Text({ optional: true, max: 255, description: 'GitHub: owner/repository. Jira: the key of the project.' })
  project?: string | null;

  @Text({ optional: true, max: 100, description: 'Jira: the type of the issues. Default: Task.' })
  issue_type?: string | null;

  @Text({
    optional: true,
    max: 320,
    description: 'Jira Cloud: whose token it is, an e-mail address. Data Center: none.',
  })
  username?: string | null;

  @Text({
    optional: true,
    max: 1_024,
    description: 'GitHub and Jira; shown as ********; if that is sent back, it is unchanged.',
  })
  token?: string | null;

  @AlarmTypes()
  events?: string[] | null;

  @Text({ optional: true, oneOf: rankedSeverities, description: 'The mildest severity that is sent. Default: none.' })
  min_severity?: string | null;

  @Probability('The lowest EPSS probability that is sent; an exploited vulnerability is always sent. Default: 0.')
  min_epss?: number | null;

  @Flag({ optional: true, description: 'Only vulnerabilities that are known to be exploited (KEV).' })
  exploited_only?: boolean | null;

  @Flag({
    optional: true,
    description: 'Also vulnerabilities of which it is not known whether they affect the version.',
  })
  include_undecided?: boolean | null;

  @IdList({ optional: true, max: 1_000, description: 'Only SBOMs of these teams. Left out or empty: of all.' })
  team_ids?: string[] | null;

  @TextList({ optional: true, description: 'Only SBOMs of these suppliers, at most 1000. Left out or empty: of all.' })
  suppliers?: string[] | null;

  @Text({ optional: true, oneOf: digests, description: 'Default: immediate.' })
  digest?: string | null;

  @ClockTime('Time of a digest, as 08:00, which is the default.')
  digest_time?: string | null;

  @WholeNumber({ optional: true, min: 1, max: 7, description: 'Day of a weekly digest: 1 is Monday, the default.' })
  digest_day?: number | null;

  @Text({ optional: true, max: 64, description: 'As Europe/Paris. Default: UTC.' })
  time_zone?: string | null;

  @ClockTime('Nothing is sent from this time on; empty: there are no quiet hours.')
  quiet_from?: string | null;

  @ClockTime('End of the quiet hours.')
  quiet_to?: string | null;

  @Flag({ optional: true })
  active?: boolean | null;
}

export class CreateChannelBody extends ChannelFieldsBody implements CrossFieldChecks {
  @Id()
  org_id!: string;

  @Text({ oneOf: channelKinds })
  kind!: string;

  @Text({ max: 255 })
  name!: string;

  crossFieldErrors(isRefused: boolean): FieldErrors {
    return isRefused ? newChannelErrors(this as unknown as Record<string, unknown>) : {};
  }
}

/** Members left out are unchanged. */
export class UpdateChannelBody extends ChannelFieldsBody {
  @Moment({
    optional: true,
    description: 'As you read it: the update is refused (409) if the object has changed since.',
  })
  updated_at?: string | null;

  @Id()
  id!: string;

  @Text({ optional: true, notEmpty: true, max: 255 })
  name?: string | null;
}

export class ChannelQuery {
  @Id()
  id!: string;
}

export class ChannelsQuery extends PagingQuery {
  @Id()
  org_id!: string;

  @Text({ optional: true, description: 'Part of the name.' })
  q?: string | null;

  @Text({ optional: true, oneOf: channelKinds })
  kind?: string | null;

  @QueryFlag({ optional: true, description: 'Only active channels, or only others.' })
  active?: boolean | null;

  @Sort(Object.keys(channelOrders), '-created_at')
  sort?: string | null;
}

export class MessagesQuery extends PagingQuery {
  @Id()
  channel_id!: string;

  @Text({ optional: true, oneOf: messageStates })
  status?: string | null;

  @Sort(Object.keys(messageOrders), '-created_at')
  sort?: string | null;
}

export class IssuesQuery extends PagingQuery {
  @Id()
  channel_id!: string;

  @Id({ optional: true, description: 'Only of this SBOM.' })
  sbom_id?: string | null;

  @Sort(Object.keys(issueOrders), 'those that failed first, then -updated_at')
  sort?: string | null;
}
