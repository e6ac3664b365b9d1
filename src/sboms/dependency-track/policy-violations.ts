import { v5 as nameId } from 'uuid';
import { ruleById } from '../../rulesets/rules/rules.js';
import type { EvaluationView } from '../compliance/compliance.view.js';
import type { SbomView } from '../sboms.view.js';
import type { ViolatingComponent } from './dependency-track.repository.js';
import { projectView } from './dependency-track.view.js';

/** Violations in the shape of the REST API of Dependency-Track 4: a policy is the ruleset, a condition one of its rules. */

/** Of the ids that are made of components and rules. */
const violationNamespace = '1c3a5c0e-2f6d-5d4b-8f0e-6b7f0f2f9c55';

const typeOf = (ruleId: string): 'SECURITY' | 'LICENSE' | 'OPERATIONAL' => {
  const category = ruleById.get(ruleId)?.category;
  return category === 'vulnerability' ? 'SECURITY' : category === 'license' ? 'LICENSE' : 'OPERATIONAL';
};

type Named = Pick<ViolatingComponent, 'id' | 'name' | 'org' | 'version' | 'purl' | 'judged_at'>;

/** Rules that the component breaks fail; that it is not assessed as it is now is a warning, never nothing. */
export function violationsOf(sbom: SbomView, ruleset: EvaluationView, component: ViolatingComponent): object[] {
  const broken = component.failures.map(({ rule_id, reason }) =>
    violation(sbom, ruleset, { component, ruleId: rule_id, state: 'FAIL', text: reason }),
  );
  return component.is_pending ? [...broken, notAssessed(sbom, ruleset, component)] : broken;
}

/** For an SBOM that is pending although no single component is: it has none, or something of it is still at work. */
export function pendingSbom(sbom: SbomView, ruleset: EvaluationView): object {
  const { id, name, version, supplier: org } = sbom;
  const component = { id, name, version, org, purl: null, judged_at: null };
  return sbom.entry_count === 0
    ? violation(sbom, ruleset, { component, ruleId: '', state: 'WARN', text: 'The SBOM has no components.' })
    : notAssessed(sbom, ruleset, component);
}

const notAssessed = (sbom: SbomView, ruleset: EvaluationView, component: Named): object =>
  violation(sbom, ruleset, { component, ruleId: '', state: 'WARN', text: 'It is not assessed yet; ask again later.' });

interface Broken {
  readonly component: Named;
  /** Empty: not assessed. */
  readonly ruleId: string;
  readonly state: 'FAIL' | 'WARN';
  readonly text: string;
}

function violation(sbom: SbomView, { ruleset_id, ruleset_name }: EvaluationView, broken: Broken): object {
  const { component, ruleId, state, text } = broken;
  return {
    uuid: nameId(`${component.id} ${ruleId}`, violationNamespace),
    type: typeOf(ruleId),
    project: projectView(sbom),
    component: {
      uuid: component.id,
      name: component.name,
      ...(component.org && { group: component.org }),
      version: component.version,
      ...(component.purl && { purl: component.purl }),
      project: projectView(sbom),
    },
    policyCondition: {
      uuid: nameId(`${ruleset_id} ${ruleId}`, violationNamespace),
      policy: { uuid: ruleset_id, name: ruleset_name, operator: 'ANY', violationState: state },
      operator: 'MATCHES',
      subject: ruleId || 'assessed',
      value: ruleById.get(ruleId)?.name ?? 'Every component is assessed',
    },
    text,
    timestamp: (component.judged_at ?? sbom.updated_at).getTime(),
    isSuppressed: false,
  };
}
