import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { ApiKeysService } from './api-keys.service.js';
import {
  ApiKeyIdBody,
  ApiKeysQuery,
  ChangePasswordBody,
  CreateApiKeyBody,
  CreateUserBody,
  UpdateUserBody,
  UserIdBody,
} from './users.dto.js';
import { UsersService } from './users.service.js';
import type { ApiKeyView, NewUser, UserView } from './users.view.js';

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get('getSelf')
  @Allow('authenticated')
  async getSelf(@CurrentActor() actor: Actor): Promise<Envelope<UserView>> {
    return envelope(await this.users.getSelf(actor));
  }

  /** Ends all sessions of the caller; API keys stay valid. */
  @Post('changePassword')
  @HttpCode(200)
  @Allow('authenticated')
  async changePassword(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body() body: ChangePasswordBody,
  ): Promise<Envelope<Record<string, never>>> {
    await this.users.changePassword(actor, request.ip ?? '', body);
    return envelope({});
  }

  /** With `org_id`: requires the role admin and adds a member. Without it, or with `sys_admin`: requires a sys_admin. */
  @Post('createUser')
  @HttpCode(200)
  @Allow('authenticated')
  async createUser(@CurrentActor() actor: Actor, @Body() body: CreateUserBody): Promise<Envelope<NewUser>> {
    return envelope(await this.users.create(actor, body));
  }

  @Get('getUsers')
  @Allow('sys_admin')
  async getUsers(@Query() paging: PagingQuery): Promise<Envelope<UserView[]>> {
    return listEnvelope(await this.users.page(paging), paging);
  }

  @Post('updateUser')
  @HttpCode(200)
  @Allow('sys_admin')
  async updateUser(@Body() body: UpdateUserBody): Promise<Envelope<UserView>> {
    const change = { disabled: body.disabled ?? undefined, sysAdmin: body.sys_admin ?? undefined };
    return envelope(await this.users.update(body.id, change));
  }

  @Post('deleteUser')
  @HttpCode(200)
  @Allow('sys_admin')
  async deleteUser(@Body() { id }: UserIdBody): Promise<Envelope<{ id: string }>> {
    await this.users.remove(id);
    return envelope({ id });
  }
}

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/users')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Creates an API key of the caller; only this answer contains the key. */
  @Post('createApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateApiKeyBody,
  ): Promise<Envelope<ApiKeyView & { key: string }>> {
    return envelope(await this.keys.create(actor, body));
  }

  /** The caller's keys, newest first; with `org_id`, all keys bound to that organization. */
  @Get('getApiKeys')
  @Allow('authenticated')
  async page(@CurrentActor() actor: Actor, @Query() query: ApiKeysQuery): Promise<Envelope<ApiKeyView[]>> {
    return listEnvelope(await this.keys.page(actor, query.org_id, query), query);
  }

  /** Revokes a key with immediate effect. */
  @Post('revokeApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async revoke(@CurrentActor() actor: Actor, @Body() body: ApiKeyIdBody): Promise<Envelope<ApiKeyView>> {
    return envelope(await this.keys.revoke(actor, body.id));
  }
}
