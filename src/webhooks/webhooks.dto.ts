import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { Flag, Id, Moment, QueryFlag, Sort, Text } from '../platform/http/fields.js';
import { addressFault } from '../platform/egress/egress-url.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import { Rule } from '../platform/http/validation.js';
import { eventTypes } from './event-types.js';
import { secretError } from './signature.js';
import { webhookOrders } from './webhooks.repository.js';

/** Shown in place of a stored secret. */
export const webhookMask = '********';

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;

function EventTypes(): PropertyDecorator {
  return (target, key) => {
    const description = 'Left out or empty: every event.';
    for (const decorate of [
      ApiProperty({ type: [String], enum: [...eventTypes], required: false, nullable: true, description }),
      IsOptional(),
      IsArray({ message: 'must be a list' }),
      ArrayMaxSize(100, { message: 'must have at most 100 elements' }),
      IsIn([...eventTypes], { each: true, message: `must contain only ${eventTypes.join(', ')}` }),
    ])
      decorate(target, key);
  };
}

export const deliveryOrders = ['created_at', 'finished_at', 'attempts', 'type'] as const;

class WebhookFieldsBody {
  @Text({ optional: true, max: 1_024 })
  description?: string | null;

  @EventTypes()
  events?: string[] | null;

  @Flag({ optional: true })
  active?: boolean | null;

  @Rule((secret) => (secret === webhookMask ? null : secretError(secret)))
  @Text({
    optional: true,
    max: 255,
    description:
      'whsec_ and the base64 of 24 to 64 bytes. Shown as ********; if that is sent back, the secret is unchanged.',
  })
  secret?: string | null;
}

export class CreateWebhookBody extends WebhookFieldsBody {
  @Id()
  org_id!: string;

  @Rule((url) => addressFault(url))
  @Text({ max: 2_048, description: 'Public https address that events are posted to.' })
  url!: string;
}

/** Members left out are unchanged. */
export class UpdateWebhookBody extends WebhookFieldsBody {
  @Moment({
    optional: true,
    description: 'As you read it: the update is refused (409) if the object has changed since.',
  })
  updated_at?: string | null;

  @Id()
  id!: string;

  @Rule((url) => addressFault(url))
  @Text({ optional: true, notEmpty: true, max: 2_048 })
  url?: string | null;

  @Flag({ optional: true, description: 'Generates a new secret, shown only in this response.' })
  rotate_secret?: boolean | null;
}

export class WebhookQuery {
  @Id()
  id!: string;
}

export class WebhooksQuery extends PagingQuery {
  @Id()
  org_id!: string;

  @Text({ optional: true, description: 'Part of address or description.' })
  q?: string | null;

  @QueryFlag({ optional: true, description: 'Only active webhooks, or only others.' })
  active?: boolean | null;

  @Sort(Object.keys(webhookOrders), '-created_at')
  sort?: string | null;
}

export class DeliveriesQuery extends PagingQuery {
  @Id()
  webhook_id!: string;

  @Text({ optional: true, oneOf: deliveryStates })
  status?: string | null;

  @Text({ optional: true, oneOf: eventTypes, description: 'Only events of this type.' })
  type?: string | null;

  @Sort(deliveryOrders, '-created_at')
  sort?: string | null;
}

/** An address that receives events of an organization. */
export class WebhookView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  org_id!: string;
  url!: string;
  description!: string;

  /** Empty: all events. */
  events!: string[];

  active!: boolean;

  /** Why the service disabled the webhook; empty otherwise. */
  disabled_reason!: string;

  /** Time of the first failure since the last success; null if the last attempt succeeded. */
  failing_since!: Date | null;

  /** Signing secret (Standard Webhooks). Shown only in the response that generated it, `********` otherwise. */
  secret!: string;

  /** Until then events are also signed with the previous secret. */
  previous_until!: Date | null;

  created_at!: Date;
  updated_at!: Date;
}

/** Delivery of one event to one webhook. */
export class DeliveryView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  webhook_id!: string;

  /** The header `webhook-id`, the same in every attempt. */
  event_id!: string;

  type!: string;

  /** As sent. */
  body!: string;

  @ApiProperty({ enum: deliveryStates })
  status!: string;

  attempts!: number;

  /** Of the last attempt; null if there was no response. */
  response_status!: number | null;

  /** Why the last attempt failed. */
  error!: string;

  /** Time of the next attempt. */
  due_at!: Date | null;

  created_at!: Date;
  finished_at!: Date | null;
}
