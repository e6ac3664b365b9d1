import { Module } from '@nestjs/common';
import { GroupMappingsController } from './groups/group-mappings.controller.js';
import { GroupMappingsService } from './groups/group-mappings.service.js';
import { IssuerKeys } from './keyless/issuer-keys.js';
import { KeylessController } from './keyless/keyless.controller.js';
import { TokenExchangeService } from './keyless/token-exchange.service.js';
import { TrustRulesService } from './keyless/trust-rules.service.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { LdapSignIn } from './ldap/ldap-sign-in.js';
import { ScimController } from './scim/scim.controller.js';
import { ScimGroupsService } from './scim/scim-groups.service.js';
import { ScimTokensController } from './scim/scim-tokens.controller.js';
import { ScimTokensService } from './scim/scim-tokens.service.js';
import { ScimUsersService } from './scim/scim-users.service.js';
import { ScimWork } from './scim/scim-work.js';
import { ServiceAccountsController } from './service-accounts/service-accounts.controller.js';
import { ServiceAccountsService } from './service-accounts/service-accounts.service.js';
import { OidcProvider } from './sign-in/oidc-provider.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';

const pipelineKeys = 't.trust_rule_id IS NOT NULL AND t.expires_at < $before';

/** Who comes in without a password of this service: single sign-on, groups, service accounts, pipelines without keys. */
@Module({
  controllers: [
    SignInController,
    GroupMappingsController,
    ServiceAccountsController,
    KeylessController,
    ScimTokensController,
    ScimController,
  ],
  providers: [
    GroupMappingsService,
    OidcProvider,
    ServiceAccountsService,
    IssuerKeys,
    TokenExchangeService,
    TrustRulesService,
    SignInService,
    LdapDirectory,
    LdapSignIn,
    ScimTokensService,
    ScimWork,
    ScimUsersService,
    ScimGroupsService,
  ],
})
export class IdentitiesModule {
  constructor(retention: RetentionRegistry) {
    retention.register(
      { name: 'exchanged tokens', table: 'exchanged_tokens', days: 1, expired: 't.expires_at < $before' },
      { name: 'keys of pipelines', table: 'api_keys', days: 30, expired: pipelineKeys },
    );
  }
}
