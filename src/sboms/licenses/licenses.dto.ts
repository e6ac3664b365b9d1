import { ArrayMaxSize } from 'class-validator';
import { licenseUsages } from '../../licenses/obligations.js';
import { Id, Text, TextList } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

/** More entries than the SPDX list has licences. */
const maxEntries = 1_000;

const Entries =
  (description: string): PropertyDecorator =>
  (target, name) => {
    ArrayMaxSize(maxEntries, { message: `may hold at most ${maxEntries} entries` })(target, name);
    TextList({ optional: true, description })(target, name);
  };

export class LicensePolicyQuery {
  @Id({ description: 'The organization.' })
  org_id!: string;
}

export class LicensePolicyBody {
  @Id({ description: 'The organization.' })
  org_id!: string;

  @Text({ oneOf: licenseUsages, description: 'How products reach others.' })
  usage!: string;

  @Entries('SPDX ids, and classes such as "class:permissive".')
  allowed?: string[] | null;

  @Entries('Licences and classes that a person has to look at.')
  review?: string[] | null;

  @Entries('Licences and classes that must not be used so.')
  denied?: string[] | null;
}

export class LicensesQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @Text({ optional: true, oneOf: licenseUsages, description: 'How the product reaches others. Default: distributed.' })
  usage?: string | null;
}

export class LicenseConflictsQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;
}
