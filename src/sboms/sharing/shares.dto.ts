import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsOptional, MinLength, ValidateIf } from 'class-validator';
import { maxPasswordLength, minPasswordLength } from '../../organizations/sessions/credentials.js';
import { Id, IdList, Moment, Sort, Text, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { futureFault, Rule } from '../../platform/http/validation.js';
import { sharedFileNames, shareContents, shareExtras, type SharedFileName } from './share-contents.js';
import { accessOrders, shareOrders } from './shares.repository.js';

const Words = (words: readonly string[], options: { optional: boolean; description: string }): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: [String],
      enum: [...words],
      required: !options.optional,
      description: options.description,
    }),
    ...(options.optional ? [IsOptional()] : [ArrayMinSize(1, { message: 'must have at least one element' })]),
    IsArray({ message: 'must be a list' }),
    ArrayMaxSize(20, { message: 'must have at most 20 elements' }),
    IsIn([...words], { each: true, message: `must contain only ${words.join(', ')}` }),
  );

/** SBOMs of one share. */
const maxSharedSboms = 100;

export class ShareBody {
  @ArrayMinSize(1, { message: 'must name at least one SBOM' })
  @IdList({ max: maxSharedSboms, description: 'SBOMs of one organization.' })
  sbom_ids!: string[];

  @Words(shareContents, { optional: false, description: 'What the visitor gets of each.' })
  contents!: string[];

  @Words(shareExtras, { optional: true, description: 'What is left out unless it is chosen. Default: nothing of it.' })
  extras?: string[] | null;

  @Text({ optional: true, max: 200, description: 'What the visitor reads above the list.' })
  title?: string | null;

  @Rule(futureFault)
  @Moment({
    optional: true,
    description:
      'When the link ends: default in 30 days, at most in two years, and not after the API key that makes it.',
  })
  expires_at?: string | null;

  @ValidateIf((body: ShareBody) => Boolean(body.password))
  @MinLength(minPasswordLength, { message: `must have at least ${minPasswordLength} characters` })
  @Text({ optional: true, max: maxPasswordLength, description: 'Asked for by HTTP Basic, whatever the user name.' })
  password?: string | null;

  @WholeNumber({
    optional: true,
    min: 1,
    max: 1_000_000,
    description: 'Files that can be fetched. Default: any number.',
  })
  max_downloads?: number | null;
}

export class SharesQuery extends PagingQuery {
  @Id({ optional: true, description: 'Only of this SBOM.' })
  sbom_id?: string | null;

  @Sort(Object.keys(shareOrders), '-created_at')
  sort?: string | null;
}

export class ShareIdBody {
  @Id({ description: 'The share.' })
  id!: string;
}

export class ShareAccessesQuery extends PagingQuery {
  @Id({ description: 'The share.' })
  id!: string;

  @Sort(Object.keys(accessOrders), '-day')
  sort?: string | null;
}

/** What a link says. */
export class ShareLinkQuery {
  @Id({ description: 'The share.' })
  id!: string;

  @Text({ max: 64, description: 'As in the link.' })
  signature!: string;
}

export class SharePageQuery extends ShareLinkQuery {
  @Text({ optional: true, oneOf: ['html', 'json'], description: 'Default: html.' })
  format?: string | null;
}

export class SharedFileQuery extends ShareLinkQuery {
  @Id({ description: 'One of the SBOMs of the share.' })
  sbom_id!: string;

  @Text({ oneOf: sharedFileNames, description: 'One of the files that the share has.' })
  file!: SharedFileName;
}
