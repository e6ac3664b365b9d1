import type { Json, JsonObject, Party } from '../../../model/document.js';
import { isObject, textOf } from '../../../model/json.js';
import { shortDigest } from '../../shared/spdx-identifiers.js';
import { keyOfParty, readAgent, writeAgent } from './agents.js';
import type { Agents } from './package-fields.js';
import { creationInfo } from './relationship-writer.js';
import { idOf } from './spdx3-index.js';

/** The agents of a written document: its own ones keep their IRI, and others get one. */
export class Spdx3AgentWriter implements Agents {
  private readonly parties = new Map<string, Party>();
  /** IRIs by `keyOfParty`; of equal agents the first. */
  private readonly iris = new Map<string, string>();

  constructor(
    private readonly namespace: string,
    private readonly add: (element: JsonObject) => void,
  ) {}

  /** Does nothing for an element that is no agent. */
  define(element: JsonObject): void {
    const party = readAgent(element);
    if (party !== undefined) this.register(idOf(element), party);
  }

  partyOf(agent: Json | undefined): Party | undefined {
    return isObject(agent) ? readAgent(agent) : this.parties.get(textOf(agent));
  }

  referenceTo(party: Party): string {
    const known = this.iris.get(keyOfParty(party));
    if (known !== undefined) return known;
    const id = `${this.namespace}#SPDXRef-Agent-${shortDigest([party.kind, party.name, party.email])}`;
    const { kind, name, email } = party;
    this.register(id, email === undefined ? { kind, name } : { kind, name, email });
    this.add(writeAgent(party, id, creationInfo));
    return id;
  }

  private register(id: string, party: Party): void {
    this.parties.set(id, party);
    const key = keyOfParty(party);
    if (!this.iris.has(key)) this.iris.set(key, id);
  }
}
