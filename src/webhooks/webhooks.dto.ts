import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { Flag, Id, Text } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import { eventTypes } from './event-types.js';

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;

function EventTypes(): PropertyDecorator {
  return (target, key) => {
    const description = 'Left out or empty: every event.';
    for (const decorate of [
      ApiProperty({ type: [String], enum: [...eventTypes], required: false, nullable: true, description }),
      IsOptional(),
      IsArray({ message: 'must be a list' }),
      ArrayMaxSize(100, { message: 'may hold at most 100 elements' }),
      IsIn([...eventTypes], { each: true, message: `must hold only ${eventTypes.join(', ')}` }),
    ])
      decorate(target, key);
  };
}

class WebhookFieldsBody {
  @Text({ optional: true, max: 1_024 })
  description?: string | null;

  @EventTypes()
  events?: string[] | null;

  @Flag({ optional: true })
  active?: boolean | null;

  @Text({
    optional: true,
    max: 255,
    description: 'whsec_ and the base64 of 24 to 64 bytes. Shown as ********; sending that back leaves it.',
  })
  secret?: string | null;
}

export class CreateWebhookBody extends WebhookFieldsBody {
  @Id()
  org_id!: string;

  @Text({ max: 2_048, description: 'An https address outside, to which events are posted.' })
  url!: string;
}

/** Members that are left out stay as they are. */
export class UpdateWebhookBody extends WebhookFieldsBody {
  @Id()
  id!: string;

  @Text({ optional: true, notEmpty: true, max: 2_048 })
  url?: string | null;

  @Flag({ optional: true, description: 'Makes a new secret, which this answer alone shows.' })
  rotate_secret?: boolean | null;
}

export class WebhookQuery {
  @Id()
  id!: string;
}

export class WebhooksQuery extends PagingQuery {
  @Id()
  org_id!: string;
}

export class DeliveriesQuery extends PagingQuery {
  @Id()
  webhook_id!: string;

  @Text({ optional: true, oneOf: deliveryStates })
  status?: string | null;
}

/** An address that is told of an organization's events. */
export class WebhookView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  org_id!: string;
  url!: string;
  description!: string;

  /** Empty: every event. */
  events!: string[];

  active!: boolean;

  /** Why it is not active, where nobody has asked for that. */
  disabled_reason!: string;

  /** Since when every attempt failed; null: the last one did not. */
  failing_since!: Date | null;

  /** What events are signed with (Standard Webhooks). In the answer that made it as it is, otherwise `********`. */
  secret!: string;

  /** Until then events are signed with the secret before this one, too. */
  previous_until!: Date | null;

  created_at!: Date;
  updated_at!: Date;
}

/** One event on its way to one webhook. */
export class DeliveryView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  webhook_id!: string;

  /** The header `webhook-id`: the same in every attempt. */
  event_id!: string;

  type!: string;

  /** As it is sent. */
  body!: string;

  @ApiProperty({ enum: deliveryStates })
  status!: string;

  attempts!: number;

  /** Of the last attempt; null where there was no answer. */
  response_status!: number | null;

  /** Why the last attempt failed. */
  error!: string;

  /** When it is tried next. */
  due_at!: Date | null;

  created_at!: Date;
  finished_at!: Date | null;
}
