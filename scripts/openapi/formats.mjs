/** What the names of properties say about their values beyond the TypeScript type. */

/** Numbers that are not whole. */
const fractions = new Set([
  ...['confidence', 'coverage', 'ecosystem', 'percentile', 'probability', 'risk', 'risk_coverage', 'score'],
  ...['software', 'supplyChain', 'supply_chain', 'technology', 'value', 'weight', 'score_coverage', 'duration'],
  ...['default', 'min', 'max'], // of parameters of rules
  ...['min_epss', 'baseScore', 'age_days', 'oldest_days'],
]);

/** Identifiers that are no UUID: of rules, vulnerabilities, groups, entities of the catalogue; and those that may be "". */
const otherIds = new Set([
  ...['rule_id', 'rule_ids', 'svc_id', 'external_id', 'summary_id', 'package_id', 'product_id', 'repo_id'],
  ...['request_id', 'ruleset_id', 'remote_id'],
]);
/** Rulesets of the organization have no team: "". */
const mayBeEmpty = new Set(['RulesetView.team_id', 'RulesetNameView.team_id']);
const typesWithOtherIds = new Set([
  ...['Candidate', 'CandidateBody', 'ComponentVulnerabilityView', 'EntityHistory', 'EntityMetrics', 'EntityOverview'],
  ...[
    'EntitySource',
    'NearName',
    'RequirementResult',
    'ReviewGroup',
    'ReviewGroupDetail',
    'RuleView',
    'StandardResult',
  ],
  ...['VulnerabilitySourceView', 'VulnerabilityView', 'ComparedVulnerabilityView', 'ExportedVulnerability'],
  ...['OrganizationVulnerabilityView', 'VulnerabilityChangeView', 'PreviousScore'],
]);

// `stated_at` is what a document says, which may be no time.
const hasType = (schema, type) => [schema.type].flat().includes(type);

export function formatOf(typeName, name, schema) {
  if (hasType(schema, 'array') && schema.items && /(^|_)ids$/.test(name))
    return { ...schema, items: formatOf(typeName, name.slice(0, -1), schema.items) };
  if (hasType(schema, 'string') && !schema.format && !schema.enum) {
    if (/(^|_)at$/.test(name) && name !== 'stated_at') return { ...schema, format: 'date-time' };
    const isOther = otherIds.has(name) || mayBeEmpty.has(`${typeName}.${name}`);
    if (/(^|_)id$/.test(name) && !isOther && !(name === 'id' && typesWithOtherIds.has(typeName)))
      return { ...schema, format: 'uuid' };
  }
  if (hasType(schema, 'number') && !fractions.has(name))
    return { ...schema, type: Array.isArray(schema.type) ? schema.type.map(whole) : 'integer' };
  return schema;
}

const whole = (type) => (type === 'number' ? 'integer' : type);
