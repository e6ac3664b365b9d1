import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { AddMemberBody, CreateOrganizationBody, RemoveMemberBody, UpdateMemberBody } from './organizations.dto.js';
import { OrganizationsService } from './organizations.service.js';
import type { MemberView, OrganizationView, OwnOrganization } from './organizations.view.js';

@ApiTags('Organizations')
@ApiBearerAuth()
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  /** Organizations of the caller, with the caller's role. */
  @Get('getOwnOrganizations')
  @Allow('authenticated')
  async getOwnOrganizations(
    @CurrentActor() actor: Actor,
    @Query() paging: PagingQuery,
  ): Promise<Envelope<OwnOrganization[]>> {
    return listEnvelope(await this.organizations.ownOrganizations(actor, paging), paging);
  }

  /** Creates an organization with its first team and administrator. */
  @Post('createOrganization')
  @HttpCode(200)
  @Allow('sys_admin')
  async createOrganization(
    @CurrentActor() actor: Actor,
    @Body() body: CreateOrganizationBody,
  ): Promise<Envelope<OrganizationView>> {
    return envelope(await this.organizations.create(actor, body.name, body.admin_user_id ?? null));
  }

  /** Adds a user to an organization. */
  @Post('addMember')
  @HttpCode(200)
  @Allow('admin')
  async addMember(@CurrentActor() actor: Actor, @Body() body: AddMemberBody): Promise<Envelope<MemberView>> {
    return envelope(await this.organizations.addMember(actor, body));
  }

  /** Changes role and teams of a member. */
  @Post('updateMember')
  @HttpCode(200)
  @Allow('admin')
  async updateMember(@CurrentActor() actor: Actor, @Body() body: UpdateMemberBody): Promise<Envelope<MemberView>> {
    return envelope(await this.organizations.updateMember(actor, body));
  }

  /** Removes a user from an organization and its teams. */
  @Post('removeMember')
  @HttpCode(200)
  @Allow('admin')
  async removeMember(
    @CurrentActor() actor: Actor,
    @Body() { org_id, user_id }: RemoveMemberBody,
  ): Promise<Envelope<{ org_id: string; user_id: string }>> {
    await this.organizations.removeMember(actor, { orgId: org_id, userId: user_id });
    return envelope({ org_id, user_id });
  }
}
