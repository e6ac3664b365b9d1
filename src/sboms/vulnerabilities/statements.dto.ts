import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayNotEmpty, IsObject } from 'class-validator';
import type { FieldErrors } from '../../model/errors.js';
import { purlOrNull } from '../../model/purl.js';
import { futureFault, Rule, type CrossFieldChecks } from '../../platform/http/validation.js';
import { Id, IdList, Moment, QueryFlag, Sort, Text, TextList } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { statementOrders } from './statement-history.repository.js';
import { vexFormats } from '../../vex/read-vex.js';
import { vexLabels, vexResponses, vexStatuses } from '../../vex/vex-words.js';

/** What a statement says, whatever it is on. */
class StatementFields implements CrossFieldChecks {
  @Text({ oneOf: vexStatuses, description: 'under_investigation withdraws an earlier statement.' })
  status!: string;

  @Text({ description: 'Reason, for the record.' })
  justification!: string;

  @Text({ optional: true, oneOf: vexLabels, description: 'Standard reason of not_affected.' })
  label?: string | null;

  @Text({ optional: true, oneOf: vexResponses, description: 'What is done about it.' })
  response?: string | null;

  @Rule(futureFault)
  @Moment({ optional: true, description: 'When it stops to hold. Default: when another statement replaces it.' })
  expires_at?: string | null;

  crossFieldErrors(): FieldErrors {
    return this.label && this.status !== 'not_affected' ? { label: 'is only for not_affected' } : {};
  }
}

export class StatementBody extends StatementFields {
  @Id()
  component_id!: string;

  @Text({ max: 255, description: 'Any name of the vulnerability.' })
  vulnerability!: string;
}

export class StatementsBody extends StatementFields {
  @IdList({ max: 10_000, description: 'The components.' })
  component_ids!: string[];

  @Text({ max: 255, description: 'Any name of the vulnerability.' })
  vulnerability!: string;
}

export const maxVulnerabilities = 100;
export const maxPurls = 1_000;

/** In an organization, about several vulnerabilities. */
export class VulnerabilityStatementsBody extends StatementFields {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @ArrayNotEmpty({ message: 'must name a vulnerability' })
  @ArrayMaxSize(maxVulnerabilities, { message: `may hold at most ${maxVulnerabilities} names` })
  @TextList({ description: 'The vulnerabilities, each by any of its names.' })
  vulnerabilities!: string[];

  @IdList({ optional: true, max: 10_000, description: 'Only in these SBOMs. Default: in all that you may change.' })
  sbom_ids?: string[] | null;
}

export class PackageStatementsBody extends VulnerabilityStatementsBody {
  @ArrayNotEmpty({ message: 'must name a package' })
  @ArrayMaxSize(maxPurls, { message: `may hold at most ${maxPurls} package URLs` })
  @TextList({ description: 'Package URLs; without version they match every version.' })
  purls!: string[];

  override crossFieldErrors(): FieldErrors {
    const purls: readonly unknown[] = Array.isArray(this.purls) ? this.purls : [];
    const wrong = purls.flatMap((text, index) =>
      typeof text === 'string' && purlOrNull(text) ? [] : [[`purls[${index}]`, 'must be a package URL']],
    );
    return { ...super.crossFieldErrors(), ...(Object.fromEntries(wrong) as FieldErrors) };
  }
}

export class VexBody {
  @Id()
  sbom_id!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The document: OpenVEX, CSAF 2.0 or CycloneDX in JSON.',
  })
  @IsObject({ message: 'must be a VEX document' })
  document!: object;
}

/** Whether a statement holds, a later one on the same name counts, or it held until `expires_at`. */
export const statementStates = ['holds', 'replaced', 'expired'] as const;

export class StatementHistoryQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @Id({ optional: true, description: 'Only on this component.' })
  component_id?: string | null;

  @Text({ optional: true, max: 255, description: 'Only on this vulnerability, by the name in the statement.' })
  vulnerability?: string | null;

  @Text({ optional: true, oneOf: vexStatuses, description: 'Only statements of this status.' })
  status?: string | null;

  @Text({ optional: true, oneOf: statementStates, description: 'Only statements in this state.' })
  state?: string | null;

  @Sort(Object.keys(statementOrders), '-created_at')
  sort?: string | null;
}

export class ExportStatementsQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @Text({ optional: true, oneOf: vexFormats, description: 'Default: openvex.' })
  format?: string | null;

  @QueryFlag({ optional: true, description: 'true: the document itself, as a file.' })
  download: boolean = false;
}
