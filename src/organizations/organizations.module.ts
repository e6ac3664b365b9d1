import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard, PermissionDeclarationCheck } from './access/access.guard.js';
import { ActorsService } from './access/actors.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { AuditTrail } from './audit/audit-trail.js';
import { ContentsRegistry } from './contents/contents-registry.js';
import { ownContents } from './contents/own-contents.js';
import { GroupMappingsController } from './groups/group-mappings.controller.js';
import { GroupMappingsService } from './groups/group-mappings.service.js';
import { IssuerKeys } from './keyless/issuer-keys.js';
import { KeylessController } from './keyless/keyless.controller.js';
import { TokenExchangeService } from './keyless/token-exchange.service.js';
import { TrustRulesService } from './keyless/trust-rules.service.js';
import { OrganizationsController } from './members/organizations.controller.js';
import { OrganizationsService } from './members/organizations.service.js';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.js';
import { ServiceAccountsService } from './service-accounts/service-accounts.service.js';
import { PasswordVerifier } from './sessions/password-verifier.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { OidcProvider } from './sign-in/oidc-provider.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { TeamUsersService } from './teams/team-users.service.js';
import { TeamsController, TeamUsersController } from './teams/teams.controller.js';
import { TeamsService } from './teams/teams.service.js';
import { JwksController } from './tokens/jwks.controller.js';
import { OidcTokensService } from './tokens/oidc-tokens.service.js';
import { SessionTokensService } from './tokens/session-tokens.service.js';
import { SigningKeysService } from './tokens/signing-keys.service.js';
import { ApiKeysService } from './users/api-keys.service.js';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor.js';
import { FirstAdministratorService } from './users/first-administrator.js';
import { ApiKeysController, UsersController } from './users/users.controller.js';
import { UsersService } from './users/users.service.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';

const pipelineKeys = 't.trust_rule_id IS NOT NULL AND t.expires_at < $before';

/** Users, organizations, teams and authentication. Its guard protects all routes of the service. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [
    SessionsController,
    SignInController,
    UsersController,
    ApiKeysController,
    OrganizationsController,
    GroupMappingsController,
    ServiceAccountsController,
    KeylessController,
    TeamsController,
    TeamUsersController,
    JwksController,
    AuditController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    ActorsService,
    ApiKeysService,
    AuditTrail,
    ContentsRegistry,
    PermissionDeclarationCheck,
    FirstAdministratorService,
    GroupMappingsService,
    OrganizationsService,
    OidcProvider,
    OidcTokensService,
    PasswordVerifier,
    ServiceAccountsService,
    IssuerKeys,
    TokenExchangeService,
    TrustRulesService,
    SessionsService,
    SessionTokensService,
    SignInService,
    SigningKeysService,
    TeamsService,
    TeamUsersService,
    UsersService,
  ],
  exports: [ActorsService, ContentsRegistry, FirstAdministratorService, SessionsService, TeamsService],
})
export class OrganizationsModule {
  constructor(retention: RetentionRegistry, configuration: Configuration, contents: ContentsRegistry) {
    contents.register(...ownContents);
    const days = configuration.auditRetentionDays;
    retention.register(
      { name: 'audit events', table: 'audit_events', days, expired: 't.at < $before' },
      { name: 'exchanged tokens', table: 'exchanged_tokens', days: 1, expired: 't.expires_at < $before' },
      { name: 'keys of pipelines', table: 'api_keys', days: 30, expired: pipelineKeys },
      { name: 'sessions', table: 'sessions', days: 1, expired: 't.expires_at < $before' },
      { name: 'idempotency keys', table: 'idempotency_keys', days: 1, expired: 't.created_at < $before' },
    );
  }
}
