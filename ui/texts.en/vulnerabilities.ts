import { components, number, plural, sboms } from './words.js';

/** Components by their identifiers, and vulnerabilities. */
export const vulnerabilityTexts = {
  entity: {
    title: 'Component',
    noIdentifier: 'The address names no component. Open one from an SBOM: choose an entry, then “Open the component”.',
    examined: 'What was examined',
    kinds: {
      vulnerabilities: 'Vulnerabilities',
      exploited: 'Known to be exploited',
      exploit_probability: 'Probability of exploitation',
      malicious: 'Malicious packages',
      end_of_life: 'End of life',
    } as Readonly<Record<string, string>>,
    risk: 'Risk',
    coverage: (percent: number) => `${number(percent)} % of the score rests on data.`,
    tags: { green: 'Good', yellow: 'Notice', orange: 'Warning', red: 'Danger' } as Readonly<Record<string, string>>,
    tagNames: {
      not_examined: 'Vulnerabilities not examined',
      partly: 'Vulnerabilities only partly examined',
      unknown_identity: 'Identity not known',
      exploited: 'Known to be exploited',
      malicious: 'Malicious',
      deprecated: 'Deprecated',
      unmaintained: 'Not maintained',
      single_maintainer: 'One maintainer',
      look_alike: 'Looks like another name',
      copyleft: 'Copyleft',
      end_of_life: 'End of life',
      low_usage: 'Little used',
    } as Readonly<Record<string, string>>,
    sources: 'Sources',
    noSources: 'No source has a page for it.',
    metrics: 'Score, metric by metric',
    metricsNote: '0 to 100, higher is worse',
    noData: 'no data',
    answers: { yes: 'yes', no: 'no' },
    columns: {
      metric: 'Metric',
      value: 'Value',
      score: 'Risk',
      weight: 'Weight',
      source: 'Source',
      match: 'Match',
      at: 'When',
    },
    vulnerabilities: 'Vulnerabilities',
    unknown:
      'No loaded source knows this component, so it has no score: nothing can be said about it, good or bad. An administrator of the installation can load sources that cover it.',
    notYetSought: 'What this component is has not been loaded, so its vulnerabilities are not listed.',
    notUsed:
      'No SBOM of the organization has exactly this component, so its vulnerabilities are not listed. Import an SBOM that has it.',
    notSought: (count: number) =>
      `Exactly this component is not among the first ${number(count)} uses below. Show more of them to list its vulnerabilities.`,
    uses: 'Where it is used',
    unused: 'No SBOM of the organization has it.',
    certain: 'identified',
    possible: {
      candidate: 'possible: one of several candidates',
      name: 'possible: the name alone fits',
      repository: 'possible: the repository alone fits',
      version: 'possible: its version is not known',
    } as Readonly<Record<string, string>>,
    possibleOther: 'possible',
    history: 'History of the score',
    notRecorded: 'how much was examined is not recorded',
    noHistory: 'Its score has not been recorded yet. It is when an SBOM that has it is scored.',
  },
  vulnerabilities: {
    title: 'Vulnerabilities',
    none: (sources: number, date: string | null) =>
      sources === 0 || date === null
        ? 'None known; no source of vulnerabilities is loaded now.'
        : `None known, of ${plural(sources, 'source', 'sources')}, ${date}.`,
    noneExamined: 'Nothing was examined, so nothing can be said about vulnerabilities.',
    notExamined: (count: number) =>
      `${components(count)} ${count === 1 ? 'was' : 'were'} not examined, or only partly:`,
    otherReasons: 'other reasons, which the components say',
    because: (count: number, reason: string) => `${number(count)}: ${reason}`,
    columns: {
      id: 'Vulnerability',
      severity: 'Severity',
      status: 'Status',
      component: 'Component',
      fixed: 'Fix',
      sbom: 'SBOM',
      sboms: 'SBOMs',
      components: 'Components',
      exploited: 'Exploited',
      stated: 'Stated',
    },
    status: {
      affected: 'Affected',
      unknown: 'Could concern you',
      not_affected: 'Not affected',
    } as Readonly<Record<string, string>>,
    exploited: 'known to be exploited',
    exploitedSince: (date: string) => `known to be exploited since ${date}`,
    malicious: 'malicious package',
    epss: (probability: number) =>
      `${probability < 0.001 ? 'under 0.1' : (probability * 100).toFixed(1)} % likely to be exploited within 30 days`,
    ofModule: (module: string) => `by an advisory on the module ${module}`,
    notExploited: 'not known',
    fixIn: (version: string) => `Update to ${version}`,
    noFix: 'no fixed version is known',
    fixableOf: (some: number, all: number) => `for ${number(some)} of ${components(all)}`,
    statedOf: (some: number, all: number) => (some === all ? 'on each' : `on ${number(some)} of ${number(all)}`),
    noStatement: 'nothing stated',
    statedBy: (who: string) => `stated by ${who}`,
    ended: (who: string, why: string) => `the statement of a ${who} holds no more: ${why}`,
    heldUntil: (date: string) => `it held until ${date}`,
    endReasons: {
      other_version: 'the component has another version now',
      other_identity: 'the component is another package or product now',
    } as Readonly<Record<string, string>>,
    // The service names at most 20.
    mayConcern: (count: number) =>
      `${count < 20 ? '' : 'At least '}${plural(count, 'exploited vulnerability names', 'exploited vulnerabilities name')} such a product`,
    mayConcernNote:
      'A list of exploited vulnerabilities names a product like this one. No advisory links them, and nobody has compared the versions. Look at them yourself.',
    mayConcernLine: (vendor: string, product: string, date: string | null) =>
      date ? `${vendor} ${product}, exploited since ${date}` : `${vendor} ${product}`,
    find: 'Find a vulnerability',
    any: 'any',
    exploitedOnly: 'Known to be exploited',
    export: 'Export',
    empty: 'No SBOM has been imported. Vulnerabilities of its components come here.',
    noMatch: 'No vulnerability fits these filters.',
    clear: 'Clear the filters',
    of: (affected: number, undecided: number, not: number) =>
      [
        affected > 0 && `${number(affected)} affected`,
        undecided > 0 && `${number(undecided)} undecided`,
        not > 0 && `${number(not)} not affected`,
      ]
        .filter(Boolean)
        .join(', '),
    noSummary: 'No description is published.',
    withdrawn: 'withdrawn',
    aliases: 'Other names',
    published: 'Published',
    packages: 'Affected packages',
    fixedIn: 'Fixed in',
    introduced: 'From',
    package: 'Package',
    references: 'Sources',
    concerned: 'Where it is',
    nobody: (examined: number) =>
      examined === 1
        ? 'The one component that was examined is not known to have it.'
        : `None of the ${components(examined).replace(' ', ' examined ')} is known to have it.`,
    unknownId: (id: string) => `No loaded source knows ${id}; nothing can be said about it.`,
    chosen: (count: number) => `${components(count)} chosen`,
    state: 'Say how it affects you',
    stateTitle: (id: string, count: number) => `How does ${id} affect ${components(count)}?`,
    stateNote:
      'Recorded with your name. It changes the verdict of the SBOMs, and it can be taken back with “Under investigation”.',
    statement: 'Status',
    label: 'Standard reason',
    labelHint: 'Only for “Not affected”.',
    noLabel: 'none of these',
    labels: {
      component_not_present: 'The component is not in the product',
      vulnerable_code_not_present: 'The vulnerable code is not there',
      vulnerable_code_not_in_execute_path: 'The vulnerable code is never run',
      vulnerable_code_cannot_be_controlled_by_adversary: 'No attacker can reach the vulnerable code',
      inline_mitigations_already_exist: 'Something else protects it',
    } as Readonly<Record<string, string>>,
    response: 'What is done about it',
    noResponse: 'not said',
    responses: {
      update: 'Update',
      workaround_available: 'A workaround is available',
      rollback: 'Roll back',
      can_not_fix: 'It cannot be fixed',
      will_not_fix: 'It will not be fixed',
    } as Readonly<Record<string, string>>,
    expires: 'Holds until',
    expiresHint: 'Empty: until another statement replaces it.',
    until: (date: string) => `until ${date}`,
    justification: 'Why, for whoever asks later',
    stated: (count: number) => `Recorded for ${components(count)}.`,
    statements: [
      ['not_affected', 'Not affected'],
      ['affected', 'Affected'],
      ['fixed', 'Fixed'],
      ['under_investigation', 'Under investigation'],
    ] as const,
    choose: (name: string, sbom: string) => `Choose ${name} in ${sbom}`,
    chooseAll: 'Choose all shown',
    chooseOne: (id: string) => `Choose ${id}`,
    chooseNone: 'Choose none',
    chosenMany: (count: number) => `${plural(count, 'vulnerability', 'vulnerabilities')} chosen`,
    stateMany: 'Say how they affect you',
    stateManyTitle: (count: number) =>
      `How ${count === 1 ? 'does' : 'do'} ${plural(count, 'vulnerability', 'vulnerabilities')} affect you?`,
    stateManyReach: (count: number) =>
      `These are up to ${plural(count, 'statement', 'statements')}: one for each of them on each component that has it, in every SBOM that you may change. A component that comes later has none.`,
    statedMany: (statements: number, count: number, sbomCount: number) =>
      `${plural(statements, 'statement', 'statements')} recorded, for ${components(count)} in ${sboms(sbomCount)}.`,
    readOnly: (count: number) => `${sboms(count)} that you may only read got none.`,
    tooMany: (most: number) => `At most ${number(most)} can be chosen at once.`,
    vex: {
      export: 'Export statements (VEX)',
      import: 'Import statements (VEX)',
      formats: { openvex: 'OpenVEX', csaf: 'CSAF 2.0', cyclonedx: 'CycloneDX' },
      imported: (count: number, componentCount: number) =>
        `${plural(count, 'statement', 'statements')} read, on ${components(componentCount)} of the SBOM.`,
      unmatched: (count: number) => `${number(count)} could not be taken over:`,
      noJson: (name: string) => `${name} is no JSON. Choose a VEX document: OpenVEX, CSAF 2.0 or CycloneDX in JSON.`,
    },
  },
};
