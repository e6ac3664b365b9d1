import { ArrayMaxSize } from 'class-validator';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { policyEntry } from '../../licenses/policy.js';
import { licenseUsages } from '../../licenses/obligations.js';
import { Id, Sort, Text, TextList } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

/** Columns by which the licences of an SBOM may be ordered. */
export const licenseOrders = ['license', 'class', 'decision', 'components'] as const;

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

export class LicensePolicyBody implements CrossFieldChecks {
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

  crossFieldErrors(): FieldErrors {
    const wrong = (['allowed', 'review', 'denied'] as const).flatMap((list) => {
      const entries: readonly unknown[] = Array.isArray(this[list]) ? this[list] : [];
      return entries.flatMap((entry, index) =>
        typeof entry === 'string' && policyEntry(entry) !== null
          ? []
          : [[`${list}[${index}]`, 'must be a licence of the SPDX list, a LicenseRef or a class']],
      );
    });
    return Object.fromEntries(wrong) as FieldErrors;
  }
}

export class LicensesQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;

  @Text({ optional: true, oneOf: licenseUsages, description: 'How the product reaches others. Default: distributed.' })
  usage?: string | null;

  @Sort(licenseOrders, '-components')
  sort?: string | null;
}

export class LicenseConflictsQuery extends PagingQuery {
  @Id({ description: 'The SBOM.' })
  sbom_id!: string;
}
