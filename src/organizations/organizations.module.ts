import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AccessGuard, PermissionDeclarationCheck } from './access/access.guard.js';
import { ActorsService } from './access/actors.service.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { AuditTrail } from './audit/audit-trail.js';
import { ContentsRegistry } from './contents/contents-registry.js';
import { ownContents } from './contents/own-contents.js';
import { OrganizationsController } from './members/organizations.controller.js';
import { OrganizationsService } from './members/organizations.service.js';
import { ProjectKeyGuard } from './project-keys/project-key.guard.js';
import { OutsidePasswords } from './sessions/outside-passwords.js';
import { PasswordVerifier } from './sessions/password-verifier.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
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

/** Users, organizations, teams, sessions and keys. Its guard protects all routes of the service. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [
    SessionsController,
    UsersController,
    ApiKeysController,
    OrganizationsController,
    TeamsController,
    TeamUsersController,
    JwksController,
    AuditController,
  ],
  providers: [
    { provide: APP_GUARD, useClass: AccessGuard },
    // After it: it looks at the actor.
    { provide: APP_GUARD, useExisting: ProjectKeyGuard },
    { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
    ActorsService,
    ApiKeysService,
    AuditTrail,
    ContentsRegistry,
    PermissionDeclarationCheck,
    FirstAdministratorService,
    OrganizationsService,
    OidcTokensService,
    OutsidePasswords,
    PasswordVerifier,
    ProjectKeyGuard,
    SessionsService,
    SessionTokensService,
    SigningKeysService,
    TeamsService,
    TeamUsersService,
    UsersService,
  ],
  exports: [
    ActorsService,
    AuditTrail,
    ContentsRegistry,
    FirstAdministratorService,
    OutsidePasswords,
    ProjectKeyGuard,
    SessionsService,
    TeamsService,
    UsersService,
  ],
})
export class OrganizationsModule {
  constructor(retention: RetentionRegistry, configuration: Configuration, contents: ContentsRegistry) {
    contents.register(...ownContents);
    const days = configuration.auditRetentionDays;
    retention.register(
      { name: 'audit events', table: 'audit_events', days, expired: 't.at < $before' },
      { name: 'sessions', table: 'sessions', days: 1, expired: 't.expires_at < $before' },
      { name: 'idempotency keys', table: 'idempotency_keys', days: 1, expired: 't.created_at < $before' },
    );
  }
}
