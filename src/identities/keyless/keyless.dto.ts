import { trustRuleOrders } from './trust-rules.repository.js';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, Matches, ValidateNested } from 'class-validator';
import type { FieldErrors } from '../../model/errors.js';
import { addressFault } from '../../platform/egress/egress-url.js';
import { Id, Sort, Text, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { Rule, type CrossFieldChecks } from '../../platform/http/validation.js';
import { roles, type Role } from '../../organizations/access/roles.js';
import { patternsFault, type ClaimPattern } from './claim-patterns.js';

export class ClaimPatternBody implements ClaimPattern {
  @Matches(/^[\w.:/-]+$/, { message: 'must be the name of a claim' })
  @Text({ max: 128, description: 'Such as repository, ref, project_path.' })
  claim!: string;

  @Text({ max: 255, description: 'What it must be; * stands for anything but /, and ** for anything.' })
  value!: string;
}

export class CreateTrustRuleBody implements CrossFieldChecks {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Id({ description: 'The service account whose keys are issued; its role and teams are their limits.' })
  service_account_id!: string;

  @Text({ max: 255, description: 'What the rule is for.' })
  name!: string;

  @Rule((url) => (/[?#]/.test(url) ? 'must have no query and no fragment' : addressFault(url)))
  @Text({
    max: 255,
    description: 'Exactly as in the tokens: https://token.actions.githubusercontent.com, https://gitlab.com.',
  })
  issuer!: string;

  @Text({ max: 255, description: 'What the pipeline asks its token for, such as the address of this service.' })
  audience!: string;

  @ApiProperty({ type: [ClaimPatternBody], description: 'What the token must say; all of it.' })
  @ValidateNested({ each: true })
  @Type(() => ClaimPatternBody)
  @ArrayMaxSize(20, { message: 'may hold at most 20 claims' })
  @ArrayNotEmpty({ message: 'must hold a claim that says whose tokens are trusted' })
  @IsArray({ message: 'must be a list' })
  claims!: ClaimPatternBody[];

  @Text({
    optional: true,
    oneOf: roles,
    description: 'Highest role of the keys; default: that of the service account.',
  })
  role?: Role | '' | null;

  @Id({ optional: true, description: 'The only project that the keys reach, with its analyses and SBOMs.' })
  project_id?: string | null;

  @WholeNumber({ optional: true, min: 60, max: 3_600, description: 'How long a key lives; default: 900 seconds.' })
  seconds?: number | null;

  @WholeNumber({
    optional: true,
    min: 1,
    max: 100,
    description: 'How many keys one token is worth; default: 1. GitLab gives a job one token for all its commands.',
  })
  max_uses?: number | null;

  crossFieldErrors(): FieldErrors {
    const claims: unknown = this.claims;
    if (!Array.isArray(claims) || claims.length === 0) return {};
    const patterns = claims.filter((one): one is ClaimPattern => isPattern(one));
    const fault =
      patterns.length === claims.length
        ? patternsFault(patterns, typeof this.issuer === 'string' ? this.issuer : '')
        : null;
    return fault === null ? {} : { claims: fault };
  }
}

const isPattern = (value: unknown): boolean =>
  typeof (value as ClaimPattern | null)?.claim === 'string' && typeof (value as ClaimPattern).value === 'string';

export class TrustRulesQuery extends PagingQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Sort(Object.keys(trustRuleOrders), '-created_at')
  sort?: string | null;
}

export class TrustRuleIdBody {
  @Id({ description: 'The rule.' })
  id!: string;
}

/** No valid token is longer. */
const maxToken = 16_384;
const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange';
const tokenTypes = ['urn:ietf:params:oauth:token-type:jwt', 'urn:ietf:params:oauth:token-type:id_token'] as const;

/** RFC 8693, 2.1, as JSON. */
export class ExchangeTokenBody {
  @IsIn([grantType], { message: `must be ${grantType}` })
  @Text({ oneOf: [grantType], description: 'Always this.' })
  grant_type!: string;

  @Text({ max: maxToken, description: 'The token of the pipeline.' })
  subject_token!: string;

  @Text({ oneOf: tokenTypes, description: 'Both are taken alike.' })
  subject_token_type!: string;

  @Id({ description: 'The trust rule that it comes under.' })
  rule_id!: string;
}
