import { isDeepStrictEqual } from 'node:util';
import type { BomComponent, BomHeader, BomPart, Json, JsonObject } from '../../model/document.js';
import { isObject, listOf } from '../../model/json.js';
import type { BomSource } from '../format.js';
import { RefSet } from '../shared/ref-set.js';
import { documentOf, isSpdx3 } from './to-spdx2.js';

const textMembers = ['name', 'comment', 'simplelicensing_licenseText'];

const agentTypes = ['Agent', 'Person', 'Organization', 'SoftwareAgent', 'Tool'];

/** Classes whose members are mapped to fields of other elements: agents, creation info, licences. */
const membersMappedElsewhere: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...agentTypes.map((type): [string, string[]] => [type, ['name']]),
  ['CreationInfo', ['@id', 'specVersion', 'created', 'createdBy', 'createdUsing', 'comment']],
  ['simplelicensing_SimpleLicensingText', textMembers],
  ['expandedlicensing_CustomLicense', [...textMembers, 'expandedlicensing_seeAlso']],
  [
    'simplelicensing_LicenseExpression',
    ['simplelicensing_licenseExpression', 'simplelicensing_licenseListVersion', 'simplelicensing_customIdToUri'],
  ],
]);

/**
 * Which elements of an SPDX 3.0 graph without a counterpart other formats hold all the same: its own creation info, and
 * agents that are its creators or that a component names. Others are losses. Does nothing for any other document.
 */
export class Spdx3Provenance {
  private readonly agents = new RefSet();
  /** IRIs of the licence texts that are defined in the other format, too. */
  private readonly licenseTexts = new RefSet();
  private readonly document: JsonObject | undefined;

  constructor(
    header: BomHeader,
    private readonly onLoss: (what: string) => void,
  ) {
    this.document = documentOf(header);
  }

  /** Records whom a written component names, and reports a creation info of its own. */
  addComponent({ native }: BomComponent): void {
    if (this.document === undefined || native?.family !== 'spdx') return;
    const { suppliedBy, originatedBy, creationInfo } = native.data;
    this.addAgent(suppliedBy);
    this.addAgent(Array.isArray(originatedBy) ? originatedBy[0] : originatedBy);
    if (isObject(creationInfo) && !isDeepStrictEqual(creationInfo, this.document.creationInfo))
      this.onLoss('creationInfo');
  }

  /** Records an agent that something written names, by its IRI. */
  addAgent(agent: Json | undefined): void {
    if (typeof agent === 'string') this.agents.add(agent);
  }

  /** Finds the creators of the document; the graph has no order. */
  async gather(bom: BomSource): Promise<void> {
    const own = this.document?.creationInfo;
    if (this.document !== undefined)
      for await (const batch of bom.parts('extracted-license'))
        for (const { ref } of batch) if (ref !== undefined) this.licenseTexts.add(ref);
    if (isObject(own)) this.addCreators(own);
    if (typeof own !== 'string') return;
    for await (const batch of bom.parts('element'))
      for (const { data } of batch) if (this.isOwnInfo(data)) this.addCreators(data);
  }

  /** True for an element of which nothing is lost. */
  holds(part: BomPart): boolean {
    const { data } = part;
    const members = isSpdx3(part) ? membersMappedElsewhere.get(String(data.type)) : undefined;
    if (members === undefined || !this.isNamed(data)) return false;
    return Object.entries(data).every(
      ([name, value]) =>
        ['type', 'spdxId', 'creationInfo'].includes(name) ||
        members.includes(name) ||
        (name === 'externalIdentifier' && Array.isArray(value) && value.every(isEmail)),
    );
  }

  private isNamed(data: JsonObject): boolean {
    if (data.simplelicensing_licenseText !== undefined)
      return this.licenseTexts.has(String(data.spdxId ?? data['@id']));
    // A head that is withheld takes with it who made the document.
    if (this.document === undefined) return data.comment === undefined;
    if (data.type === 'CreationInfo') return this.isOwnInfo(data);
    return !agentTypes.includes(String(data.type)) || this.agents.has(String(data.spdxId ?? data['@id']));
  }

  private isOwnInfo(data: JsonObject): boolean {
    return data.type === 'CreationInfo' && data['@id'] !== undefined && data['@id'] === this.document?.creationInfo;
  }

  private addCreators({ createdBy, createdUsing }: JsonObject): void {
    for (const agent of [...listOf(createdBy), ...listOf(createdUsing)]) this.addAgent(agent);
  }
}

const isEmail = (item: Json): boolean => isObject(item) && item.externalIdentifierType === 'email';
