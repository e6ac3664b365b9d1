import { labelOfJustification, responseOfWord, statusOfState } from '../../sboms/dependency-track/analysis-words.js';
import type { ImportedStatementsView } from '../../sboms/vulnerabilities/statements.view.js';
import type { VexStatus } from '../../vex/vex-words.js';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes } from '../usage.js';
import { CiClient } from './ci-client.js';
import {
  DependencyTrackInstance,
  type InstanceAnalysis,
  type InstanceFinding,
  type InstanceProject,
} from './dependency-track-instance.js';
import { waitForImport } from './import-job.js';

/** Findings of a project of which something is not taken over. */
interface Left {
  /** Hidden without a decision. */
  hidden: number;
  /** Hidden beside a decision that leaves them open. */
  reopened: number;
  /** Decided in a word that is not known here. */
  unreadable: number;
  /** Of vulnerabilities that no catalogue has, because they were entered by hand. */
  unpublished: number;
}

interface Taken {
  readonly decisions: number;
  /** Decisions about components or vulnerabilities that the SBOM has not. */
  readonly unmatched: number;
  readonly left: Left;
}

/**
 * Takes the projects of a running instance over: their components as SBOMs, and the decisions about their findings as
 * statements. A repeated run changes nothing that is the same. What is suppressed without a decision that it does not
 * apply is counted only, because nobody has said so.
 */
export async function importDependencyTrack(options: { org?: string; team?: string }): Promise<number> {
  const instance = new DependencyTrackInstance(process.env);
  const client = new CiClient(process.env);
  const place = { ...(options.org && { org_id: options.org }), ...(options.team && { team_id: options.team }) };
  let [done, failed, incomplete] = [0, 0, 0];
  for await (const project of instance.projects()) {
    const title = terminalSafe(`${project.name} ${project.version ?? ''}`.trim());
    try {
      const { decisions, unmatched, left } = await takeOver(instance, client, project, place);
      const lost = leftText(left);
      done += 1;
      if (unmatched > 0 || lost !== '') incomplete += 1;
      const open = unmatched > 0 ? `, ${unmatched} of them about nothing that the SBOM has` : '';
      process.stdout.write(`${title}: ${decisions} decisions${open}${lost}\n`);
    } catch (error) {
      failed += 1;
      process.stderr.write(`${title}: not taken over: ${terminalSafe(messageOf(error))}\n`);
    }
  }
  process.stdout.write(`${done} projects taken over, ${failed} not\n`);
  if (failed > 0) return exitCodes.failed;
  return incomplete > 0 ? exitCodes.warned : exitCodes.done;
}

const leftWords: readonly (readonly [keyof Left, string])[] = [
  ['hidden', 'findings suppressed without a decision are open again'],
  [
    'reopened',
    'suppressed findings are open again, because the decision about them does not say that they do not apply',
  ],
  ['unreadable', 'decisions are not known here and not taken over'],
  ['unpublished', 'findings of vulnerabilities that were entered by hand are not taken over'],
];

const leftText = (left: Left): string =>
  leftWords.flatMap(([kind, words]) => (left[kind] > 0 ? `; ${left[kind]} ${words}` : [])).join('');

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function takeOver(
  instance: DependencyTrackInstance,
  client: CiClient,
  project: InstanceProject,
  place: Record<string, string>,
): Promise<Taken> {
  const named = { ...place, name: project.name, version: project.version ?? '' };
  const file = await instance.document(project.uuid);
  const { data, meta } = await client.uploadBytes(file, `${project.uuid}.json`, named);
  await waitForImport(client, String(meta.job_id));
  const [statements, left] = await decisionsOf(instance, project.uuid);
  if (statements.length === 0) return { decisions: 0, unmatched: 0, left };
  const document = { '@context': 'https://openvex.dev/ns/v0.2.0', author: 'Dependency-Track', statements };
  const imported = await client.post<ImportedStatementsView>('v1/vulnerability/importStatements', {
    sbom_id: data.sbom.id,
    document,
  });
  return { decisions: statements.length, unmatched: imported.data.unmatched_count, left };
}

/** Statements of OpenVEX, and what of the findings is in none. */
async function decisionsOf(instance: DependencyTrackInstance, project: string): Promise<[object[], Left]> {
  const statements: object[] = [];
  const left = { hidden: 0, reopened: 0, unreadable: 0, unpublished: 0 };
  for await (const finding of instance.findings(project)) {
    const { state, isSuppressed } = finding.analysis ?? {};
    const isDecided = !!state && state !== 'NOT_SET';
    const status = isDecided && Object.hasOwn(statusOfState, state) ? statusOfState[state] : undefined;
    if (finding.vulnerability.source === 'INTERNAL') left.unpublished += 1;
    if (isDecided && status === undefined) left.unreadable += 1;
    else if (isSuppressed && status === undefined) left.hidden += 1;
    else if (isSuppressed && status !== 'not_affected' && status !== 'fixed') left.reopened += 1;
    if (status !== undefined) statements.push(statementOf(finding, status, await instance.analysis(project, finding)));
  }
  return [statements, left];
}

function statementOf({ component, vulnerability }: InstanceFinding, status: VexStatus, why: InstanceAnalysis): object {
  const { analysisState, analysisJustification = '', analysisResponse = '', analysisDetails } = why;
  const words = [analysisState, analysisJustification, analysisResponse].filter((word) => word && word !== 'NOT_SET');
  const label = status === 'not_affected' ? labelOfJustification[analysisJustification] : null;
  const response = responseOfWord[analysisResponse];
  return {
    vulnerability: { name: vulnerability.vulnId },
    products: [{ '@id': component.uuid, ...(component.purl && { identifiers: { purl: component.purl } }) }],
    status,
    ...(label && { justification: label }),
    ...(response && { action_statement: response }),
    status_notes: [words.join(', '), analysisDetails].filter(Boolean).join(': '),
  };
}
