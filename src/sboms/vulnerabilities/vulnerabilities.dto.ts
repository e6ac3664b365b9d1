import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { Id, QueryFlag, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { CvssView, ExploitedView, PredictionView } from '../../scores/advisories/advisories.view.js';
import { severityLevels } from '../../scores/vulnerabilities/severity.js';

const statuses = ['affected', 'unknown', 'not_affected'] as const;

export class VulnerabilitiesQuery extends PagingQuery {
  @Id({ description: 'The SBOM, or the component.' })
  id!: string;

  @Text({ optional: true, oneOf: severityLevels, description: 'Only those of this severity.' })
  severity?: string;

  @Text({ optional: true, oneOf: statuses, description: 'Only those with this status.' })
  status?: string;

  @QueryFlag({ optional: true, description: 'true: only those that are known to be exploited.' })
  exploited: boolean = false;
}

export const statementStatuses = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;

export class StatementBody {
  @Id()
  component_id!: string;

  @Text({ max: 255, description: 'Any name of the vulnerability.' })
  vulnerability!: string;

  @Text({ oneOf: statementStatuses, description: 'under_investigation takes back what was said before.' })
  status!: string;

  @Text({ description: 'Why; for the record.' })
  justification!: string;
}

export class OpenVexBody {
  @Id()
  sbom_id!: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The OpenVEX document.' })
  @IsObject({ message: 'must be an OpenVEX document' })
  document!: object;
}

export class UnmatchedStatementView {
  vulnerability!: string;
  /** As the document names them. */
  products!: string[];
}

/** What became of the statements of a document. */
export class ImportedStatementsView {
  @ApiProperty({ format: 'uuid' })
  sbom_id!: string;

  /** Statements that the document has. */
  statement_count!: number;
  /** Components that any of them is about. */
  component_count!: number;
  /** Statements about nothing that the SBOM contains. */
  unmatched_count!: number;
  /** The first of them. */
  unmatched!: UnmatchedStatementView[];
}

/** What a document or a person says of a vulnerability in a component (VEX). */
export class StatementView {
  @ApiProperty({ enum: statementStatuses })
  status!: string;

  justification!: string;

  @ApiProperty({ enum: ['document', 'person'] })
  stated_by!: string;

  /** Empty where the document has no date. */
  stated_at!: string;
}

export class VulnerableComponentView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  name!: string;
  org!: string;
  version!: string;
  /** Selected identifiers; null where there is none of the kind. */
  purl!: string | null;
  cpe!: string | null;
}

/** One vulnerability of one component. */
export class ComponentVulnerabilityView {
  /** The CVE where there is one. */
  id!: string;
  aliases!: string[];
  summary!: string;

  @ApiProperty({ enum: severityLevels })
  severity!: string;

  cvss!: CvssView | null;

  /** With VEX applied; unknown: the advisory or the component does not say enough. */
  @ApiProperty({ enum: statuses })
  status!: string;

  reason!: string;
  /** The smallest version named that is later and not affected. */
  fixed_in!: string | null;
  exploited!: ExploitedView | null;
  epss!: PredictionView | null;
  malicious!: boolean;
  published!: string | null;
  modified!: string | null;
  link!: string;
  statement!: StatementView | null;
  component!: VulnerableComponentView;
}
