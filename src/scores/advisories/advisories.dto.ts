import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../platform/http/fields.js';

export class VulnerabilityQuery {
  @Text({ max: 255, description: 'Any of its names: CVE-2021-44228, GHSA-jfh8-c2jp-5v3q …' })
  id!: string;
}

/** CISA's catalogue of known exploited vulnerabilities. */
export class ExploitedView {
  /** ISO 8601 days. */
  added_on!: string | null;
  due_on!: string | null;
  ransomware!: boolean;
}

/** FIRST's exploit prediction; both from 0 to 1. */
export class PredictionView {
  probability!: number;
  percentile!: number;
}

export class CvssView {
  /** Base score, 0–10. */
  score!: number;
  vector!: string;
}

export const severityLevels = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

/** A package that an advisory names, with the versions at which it begins and ends. */
export class AffectedPackageView {
  ecosystem!: string;
  name!: string;
  purl!: string;
  introduced!: string[];
  fixed!: string[];
  last_affected!: string[];
}

export class VulnerabilitySourceView {
  id!: string;
  source!: string;
  link!: string;
}

export class VulnerabilityView {
  /** The CVE where there is one. */
  id!: string;
  aliases!: string[];
  summary!: string;
  details!: string;

  @ApiProperty({ enum: severityLevels })
  severity!: string;

  cvss!: CvssView | null;
  exploited!: ExploitedView | null;
  epss!: PredictionView | null;
  malicious!: boolean;
  published!: string | null;
  modified!: string | null;
  /** Every advisory of it was withdrawn. */
  withdrawn!: boolean;
  packages!: AffectedPackageView[];
  /** CPEs of products that CVE records name, without version. */
  products!: string[];
  references!: string[];
  sources!: VulnerabilitySourceView[];
}
