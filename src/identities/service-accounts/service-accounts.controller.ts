import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { IfMatch } from '../../platform/http/precondition.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import type { ApiKeyView } from '../../organizations/users/users.view.js';
import {
  CreateServiceAccountBody,
  CreateServiceAccountKeyBody,
  ServiceAccountIdBody,
  ServiceAccountsQuery,
  UpdateServiceAccountBody,
} from './service-accounts.dto.js';
import { ServiceAccountsService } from './service-accounts.service.js';
import type { ServiceAccountView } from './service-accounts.view.js';

@ApiTags('Service accounts')
@ApiBearerAuth()
@Controller('v1/serviceAccounts')
export class ServiceAccountsController {
  constructor(private readonly accounts: ServiceAccountsService) {}

  /** Makes an account of an organization that is no person. */
  @Post('createServiceAccount')
  @HttpCode(200)
  @Allow('admin')
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateServiceAccountBody,
  ): Promise<Envelope<ServiceAccountView>> {
    return envelope(await this.accounts.create(actor, body));
  }

  /** Changes name, role or teams, or disables it; members left out are unchanged. */
  @Post('updateServiceAccount')
  @HttpCode(200)
  @Allow('admin')
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateServiceAccountBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<ServiceAccountView>> {
    return envelope(await this.accounts.update(actor, body, ifMatch));
  }

  /** The organization's service accounts, by name. */
  @Get('getServiceAccounts')
  @Allow('admin')
  async page(
    @CurrentActor() actor: Actor,
    @Query() query: ServiceAccountsQuery,
  ): Promise<Envelope<ServiceAccountView[]>> {
    return listEnvelope(await this.accounts.page(actor, query.org_id, query), query);
  }

  /** Deletes a service account and revokes its keys. */
  @Post('deleteServiceAccount')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() { id }: ServiceAccountIdBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.accounts.delete(actor, id, ifMatch);
    return envelope({ id });
  }

  /**
   * Makes an API key of a service account; only this answer contains it. `v1/users/getApiKeys` with `org_id` lists the
   * keys, and `v1/users/revokeApiKey` revokes one.
   */
  @Post('createServiceAccountKey')
  @HttpCode(200)
  @Allow('admin')
  async createKey(
    @CurrentActor() actor: Actor,
    @Body() body: CreateServiceAccountKeyBody,
  ): Promise<Envelope<ApiKeyView & { key: string }>> {
    return envelope(await this.accounts.createKey(actor, body));
  }
}
