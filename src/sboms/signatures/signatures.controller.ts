import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { AddTrustedKeyBody, CreateSigningKeyBody, KeysQuery, RemoveTrustedKeyBody } from './signatures.dto.js';
import { SignaturesService } from './signatures.service.js';
import type { SigningKeyView, TrustedKeyView } from './signatures.view.js';

@ApiTags('Signatures')
@ApiBearerAuth()
@Controller('v1/signature')
export class SignaturesController {
  constructor(private readonly signatures: SignaturesService) {}

  /** The public keys by which imports verify the signatures of documents. */
  @Get('getTrustedKeys')
  @Allow('viewer')
  async trustedKeys(@CurrentActor() actor: Actor, @Query() { org_id }: KeysQuery): Promise<Envelope<TrustedKeyView[]>> {
    const keys = await this.signatures.trustedKeys(actor, org_id);
    return envelope(keys, { total_count: keys.length });
  }

  /** Trusts a public key from now on. Earlier imports keep what was found then. */
  @Post('addTrustedKey')
  @HttpCode(200)
  @Allow('admin')
  async addTrustedKey(
    @CurrentActor() actor: Actor,
    @Body() body: AddTrustedKeyBody,
  ): Promise<Envelope<TrustedKeyView>> {
    return envelope(await this.signatures.addTrustedKey(actor, body));
  }

  /** Trusts a public key no more: also a former one of getSigningKeys. Earlier imports keep what was found then. */
  @Post('removeTrustedKey')
  @HttpCode(200)
  @Allow('admin')
  async removeTrustedKey(
    @CurrentActor() actor: Actor,
    @Body() { id }: RemoveTrustedKeyBody,
  ): Promise<Envelope<{ id: string }>> {
    await this.signatures.removeTrustedKey(actor, id);
    return envelope({ id });
  }

  /** The public keys of the organization, with which receivers verify its exports; the one that signs first. */
  @Get('getSigningKeys')
  @Allow('viewer')
  async signingKeys(@CurrentActor() actor: Actor, @Query() { org_id }: KeysQuery): Promise<Envelope<SigningKeyView[]>> {
    const keys = await this.signatures.signingKeys(actor, org_id);
    return envelope(keys, { total_count: keys.length });
  }

  /**
   * Makes the key that signs exports (`sign` of getSBOM) from now on. The signatures of a former one stay valid until it
   * is removed.
   */
  @Post('createSigningKey')
  @HttpCode(200)
  @Allow('admin')
  async createSigningKey(
    @CurrentActor() actor: Actor,
    @Body() { org_id }: CreateSigningKeyBody,
  ): Promise<Envelope<SigningKeyView>> {
    return envelope(await this.signatures.createSigningKey(actor, org_id));
  }
}
