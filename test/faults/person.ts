import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../support/api-client.js';
import { cyclonedx } from '../support/sboms.js';
import type { Change, ClientAnswer } from './history.js';
import { RequestLog } from './request-log.js';

/** Groups that wait for a decision, made ready at a time. */
const groupCount = 40;

/**
 * Somebody who reviews while things break: adds a component to an SBOM and confirms it at once, and settles a group of
 * the review queue. Each SBOM and each group is used once, so that what became of it is known for good.
 */
export class Person {
  readonly changes: Change[] = [];
  /** The SBOMs of confirmations and of the review queue. */
  readonly sbomIds: string[] = [];
  private readonly groups: string[] = [];
  private unconfirmed: string | undefined;
  private count = 0;

  constructor(
    private readonly client: ApiClient,
    private readonly orgId: string,
    private readonly requests: RequestLog,
  ) {}

  /** Makes ready what the next changes are of; at a time without faults. */
  async prepare(): Promise<void> {
    this.unconfirmed ??= await this.newSbom();
    if (this.groups.length > 0) return;
    const sbom_id = await this.newSbom();
    const first = this.changes.length;
    const entries = Array.from({ length: groupCount }, (_, n) => ({ name: `unheard of ${first + n}`, version: '1' }));
    await this.client.upload('v1/project/importSBOM', cyclonedx(entries), { sbom_id });
    for (const end = Date.now() + 60_000; this.groups.length < groupCount; await sleep(50)) {
      if (Date.now() > end) throw new Error(`Only ${this.groups.length} groups wait for a decision`);
      const query = { org_id: this.orgId, sbom_id, limit: '200' };
      const { data, meta } = (await this.client.get('v1/review/getQueue', query)).body;
      if (meta.resolving === 0) this.groups.splice(0, Infinity, ...data.map(({ id }: { id: string }) => id));
    }
  }

  /** Makes one change of each kind, and writes down what came of it. Never throws. */
  async work(): Promise<void> {
    await Promise.all([this.confirm(), this.decide()]);
  }

  /** A confirmation follows only a component that is surely there: one that comes late would take it back. */
  private async confirm(): Promise<void> {
    const sbom_id = this.unconfirmed;
    if (sbom_id === undefined) return;
    this.unconfirmed = undefined;
    const name = `added ${(this.count += 1)}`;
    const body = { sbom_id, name, org: '', version: '1' };
    if ((await this.change('component', name, 'v1/project/addComponent', { body })) === 'acknowledged')
      await this.change('confirmation', sbom_id, 'v1/project/saveConfirmSBOM', { query: { id: sbom_id } });
  }

  private async decide(): Promise<void> {
    const group = this.groups.pop();
    if (group === undefined) return;
    const choice = this.groups.length % 2 === 0 ? { disposition: 'internal' } : { purl: 'pkg:npm/left-pad' };
    const body = { org_id: this.orgId, group, revision: 0, choice };
    await this.change('decision', group, 'v1/review/decide', { body });
  }

  private async change(
    kind: Change['kind'],
    subject: string,
    path: string,
    request: { body?: object; query?: Record<string, string> },
  ): Promise<ClientAnswer> {
    const { answer, requestId } = await this.requests.post(this.client, path, request);
    this.changes.push({ kind, subject, answer, requestId });
    return answer;
  }

  private async newSbom(): Promise<string> {
    const head = { name: 'changed', version: '1', supplier: 's', contact_name: '', contact_email: '' };
    const { body } = await this.client.post('v1/project/createSBOM', { ...head, org_id: this.orgId });
    this.sbomIds.push(body.data.id);
    return body.data.id;
  }
}
