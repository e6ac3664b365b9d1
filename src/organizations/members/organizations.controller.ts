import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { IfMatch } from '../../platform/http/precondition.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import type { ContentsView } from '../teams/teams.view.js';
import {
  AddMemberBody,
  CreateOrganizationBody,
  DeleteOrganizationBody,
  MembersQuery,
  OrganizationQuery,
  OwnOrganizationsQuery,
  RemoveMemberBody,
  UpdateMemberBody,
  UpdateOrganizationBody,
} from './organizations.dto.js';
import type { MemberCounts } from './organizations.repository.js';
import { OrganizationsService } from './organizations.service.js';
import type { MemberAccountView, MemberView, OrganizationView, OwnOrganization } from './organizations.view.js';

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
    @Query() query: OwnOrganizationsQuery,
  ): Promise<Envelope<OwnOrganization[]>> {
    return listEnvelope(await this.organizations.ownOrganizations(actor, query), query);
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

  /** Renames an organization. */
  @Post('updateOrganization')
  @HttpCode(200)
  @Allow('admin')
  async updateOrganization(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateOrganizationBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<OrganizationView>> {
    return envelope(await this.organizations.rename(actor, body, ifMatch));
  }

  /** What hangs on an organization: what its deletion would delete. */
  @Get('getOrganizationContents')
  @Allow('admin')
  async getOrganizationContents(
    @CurrentActor() actor: Actor,
    @Query() { id }: OrganizationQuery,
  ): Promise<Envelope<ContentsView>> {
    return envelope(await this.organizations.contentsOf(actor, id));
  }

  /**
   * Deletes an organization with its teams, memberships, rulesets, webhooks and API keys. One with SBOMs or projects is
   * refused (409, which counts them) unless `confirm` says that they are to be deleted too.
   */
  @Post('deleteOrganization')
  @HttpCode(200)
  @Allow('sys_admin')
  async deleteOrganization(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteOrganizationBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<ContentsView>> {
    return envelope(await this.organizations.delete(actor, body, ifMatch));
  }

  /**
   * Members with their accounts: persons, then service accounts. `meta` counts of each kind those that can come in,
   * whatever the page.
   */
  @Get('getMembers')
  @Allow('admin')
  async getMembers(
    @CurrentActor() actor: Actor,
    @Query() query: MembersQuery,
  ): Promise<Envelope<MemberAccountView[], MemberCounts>> {
    const { rows, total, counts } = await this.organizations.members(actor, query);
    return envelope(rows, { total_count: total, offset: query.offset, limit: query.limit, ...counts });
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
  async updateMember(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateMemberBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<MemberView>> {
    return envelope(await this.organizations.updateMember(actor, body, ifMatch));
  }

  /**
   * Removes a user from an organization and its teams. Requires the role admin; with your own `user_id` you leave the
   * organization, whatever your role, unless you are its last administrator.
   */
  @Post('removeMember')
  @HttpCode(200)
  @Allow('authenticated')
  async removeMember(
    @CurrentActor() actor: Actor,
    @Body() { org_id, user_id }: RemoveMemberBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ org_id: string; user_id: string }>> {
    await this.organizations.removeMember(actor, { orgId: org_id, userId: user_id }, ifMatch);
    return envelope({ org_id, user_id });
  }
}
