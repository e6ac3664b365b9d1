/** A rule that rulesets choose from. The list is closed: rules are data, never code of a customer. */
export interface Rule {
  readonly id: string;
  /** What it looks at. */
  readonly category: 'vulnerability' | 'license' | 'identity' | 'maintenance';
  readonly name: string;
  readonly description: string;
}

/** Every rule, in the order in which they are shown; ids never change their meaning. */
export const rules: readonly Rule[] = [
  {
    id: 'vulnerability.none-critical',
    category: 'vulnerability',
    name: 'No critical vulnerability',
    description: 'No component has a known vulnerability of CVSS 9.0 or more.',
  },
  {
    id: 'vulnerability.none-high',
    category: 'vulnerability',
    name: 'No high vulnerability',
    description: 'No component has a known vulnerability of CVSS 7.0 or more.',
  },
  {
    id: 'vulnerability.none-exploited',
    category: 'vulnerability',
    name: 'Nothing that is exploited',
    description: 'No component has a vulnerability in the catalogue of known exploited vulnerabilities (KEV).',
  },
  {
    id: 'license.known',
    category: 'license',
    name: 'Licences are known',
    description: 'Every component states a licence.',
  },
  {
    id: 'identity.resolved',
    category: 'identity',
    name: 'Every component is resolved',
    description: 'Every component has a selected package, repository or product.',
  },
  {
    id: 'maintenance.supported',
    category: 'maintenance',
    name: 'Nothing past its end of life',
    description: 'No component is in a release line whose support has ended.',
  },
];

/** What a new organization begins with. */
export const defaultRuleIds: readonly string[] = [
  'vulnerability.none-critical',
  'vulnerability.none-exploited',
  'identity.resolved',
  'maintenance.supported',
];

export const ruleById: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.id, rule]));
