import { Text } from '../../platform/http/fields.js';

export class VulnerabilityQuery {
  @Text({ optional: true, max: 255, description: 'One of its names: CVE-2021-44228, GHSA-jfh8-c2jp-5v3q …' })
  id?: string | null;

  @Text({ optional: true, max: 255, description: 'As `id`, for an answer in the shape of the legacy client.' })
  external_id?: string | null;
}
