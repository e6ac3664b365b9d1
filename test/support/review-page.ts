import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import { projectRoot } from '../../src/platform/project-root.js';

interface Signal<T> {
  value: T;
}

/** A name of the queue, as far as these tests look at it. */
export interface WaitingName {
  readonly id: string;
  readonly entries: number;
  readonly sboms: number;
}

interface PreviewedSbom {
  readonly sbom_id: string;
  readonly entries: number;
  readonly status: string;
  readonly unresolved?: number;
  readonly left?: number;
}

interface Store {
  readonly current: Signal<string | null>;
  readonly marked: Signal<number>;
  readonly groups: Signal<readonly WaitingName[]>;
  readonly done: Signal<ReadonlySet<string>>;
  readonly reach: Signal<object | null>;
  readonly noteFor: Signal<string | null>;
  readonly versions: { readonly shown: Signal<object | null> };
  readonly previews: Signal<ReadonlyMap<string, object>>;
  readonly isPreviewMissing: boolean;
  /** With the near names that are taken along; null: not known. */
  readonly jointPreview: { readonly sboms: readonly PreviewedSbom[] } | null;
  toggleNear(id: string): void;
  readonly aim: { note(event: { readonly type: string; readonly detail: number }): void };
  load(): Promise<void>;
  dispose(disposition: string): void;
  settleCandidate(index: number): void;
  settleVersion(version: string, entries: number, chosen: string): void;
  commit(reach: object, part: { readonly sbomId: string; readonly entries: number } | null): void;
  askPreview(): Promise<void>;
  toggle(identifier: string): void;
  undo(): void;
  readonly live: { onDecision(event: object): void; readonly byOthers: Signal<ReadonlyMap<string, object>> };
}

/** As browsers have it. */
class Storage {
  private readonly items = new Map<string, string>();

  get length(): number {
    return this.items.size;
  }

  key(index: number): string | null {
    return [...this.items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }

  removeItem(key: string): void {
    this.items.delete(key);
  }

  clear(): void {
    this.items.clear();
  }
}

interface Ui {
  readonly storeOf: (orgId: string, mayDecide: boolean) => Store;
  readonly viewer: Signal<unknown>;
  readonly signOut: (scope: string) => Promise<void>;
  readonly othersUnsent: Signal<readonly { readonly username: string; readonly count: number }[]>;
  readonly pressKey: (event: object, store: Store, actions: object) => boolean;
}

/** The parts of a page that the queue asks for. */
class Element {
  readonly isContentEditable = false;
  constructor(
    readonly tagName: string,
    private readonly within: readonly string[],
  ) {}

  closest(selector: string): Element | null {
    return selector.split(', ').some((one) => this.within.includes(one)) ? this : null;
  }
}

const entry = `
  export { storeOf } from './ui/src/review/store.js';
  export { pressKey } from './ui/src/review/keys.js';
  export { othersUnsent } from './ui/src/review/sender.js';
  export { signOut, viewer } from './ui/src/session.js';`;

const script = buildSync({
  stdin: { contents: entry, resolveDir: projectRoot, loader: 'ts' },
  bundle: true,
  format: 'iife',
  globalName: 'ui',
  write: false,
  tsconfig: `${projectRoot}/ui/tsconfig.json`,
}).outputFiles[0]!.text;

const zorb = {
  name: 'zorb',
  org: '',
  known: true,
  confidence: 0.9,
  reasons_for: [],
  reasons_against: [],
  coordinates: [
    { kind: 'package', identifier: 'pkg:npm/zorb@1', known: true },
    { kind: 'product', identifier: 'cpe:2.3:a:zorb:zorb:1:*:*:*:*:*:*:*', known: true },
  ],
};

const refused = (status: number, reason = ''): object => ({
  ok: false,
  status,
  headers: new Headers(),
  json: () => Promise.resolve({ message: 'refused', reason }),
});

/** The review queue of the workbench without a browser, and a service that answers as the test says. */
export class ReviewPage {
  store!: Store;
  /** What the service took, and in whose name. */
  readonly decided: Record<string, unknown>[] = [];
  readonly undone: Record<string, unknown>[] = [];
  /** What the service says of the SBOMs of a name; none: it fails. */
  readonly previewed = new Map<string, readonly PreviewedSbom[]>();
  /** Names nearly the same, by name. */
  readonly near = new Map<string, readonly string[]>();
  /** What every name may be. */
  candidate: object = zorb;
  /** Decisions find no connection. */
  isOffline = false;
  /** Decisions are taken, and the answer ends before its end. */
  isCut = false;
  /** Decisions are answered with a refusal. */
  isRefusing = false;
  /** What the service says of the next decisions with a key that it knows. */
  readonly keyReasons: string[] = [];
  /** Of every decision that was sent. */
  readonly sentKeys: (string | undefined)[] = [];
  private now = 10_000;
  private ui: Ui;
  private readonly local = new Storage();
  private readonly session = new Storage();
  private readonly timers: (() => void)[] = [];
  private cookie = '';

  constructor(private names: readonly WaitingName[]) {
    for (const { id, entries } of names)
      this.previewed.set(id, [{ sbom_id: 'one', entries, status: 'waitingforapproval' }]);
    this.ui = runInContext(`${script}; ui`, createContext(this.globals())) as Ui;
    this.signIn('me');
  }

  /** Somebody signs in, in this tab or in another one, and the queue is shown to them. */
  signIn(id: string): this {
    this.cookie = id;
    this.local.setItem('signed-in', id);
    this.ui.viewer.value = { id, username: id, organizations: [] };
    this.store = this.ui.storeOf('org', true);
    return this;
  }

  /** The cookie is of another already, and this tab has not heard of it. */
  signInElsewhere(id: string): void {
    this.cookie = id;
    this.local.setItem('signed-in', id);
  }

  signOut(): Promise<void> {
    return this.ui.signOut('here');
  }

  /** The same tab after the page was loaded again. */
  reload(id: string): this {
    this.timers.length = 0;
    this.ui = runInContext(`${script}; ui`, createContext(this.globals())) as Ui;
    return this.signIn(id);
  }

  get othersUnsent(): readonly object[] {
    return this.ui.othersUnsent.value;
  }

  get keptKeys(): readonly (string | null)[] {
    return Array.from({ length: this.session.length }, (_, index) => this.session.key(index));
  }

  /** All that waits for a later moment comes. */
  async pass(): Promise<void> {
    for (const act of this.timers.splice(0)) act();
    await this.settle();
  }

  /** Opens the queue, and lets its first name be read. */
  async open(): Promise<this> {
    await this.store.load();
    await this.settle();
    return this.read();
  }

  /** Time enough to read what is shown. */
  read(): this {
    this.now += 1_000;
    return this;
  }

  /** Everything that was asked is answered. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What the service has of a name from now on. */
  change(id: string, changes: Partial<WaitingName>): void {
    this.names = this.names.map((name) => (name.id === id ? { ...name, ...changes } : name));
  }

  /** The stream says what somebody has decided. */
  hear(event: { readonly id: string; readonly group: string; readonly user_id: string }): void {
    const same = { user_name: event.user_id, choice: 'internal', identifier: null, undone: false, partial: false };
    this.store.live.onDecision({ ...event, ...same, revision: null });
  }

  turnKeysOff(): void {
    this.local.setItem('single-keys', 'off');
  }

  /** A click, the so-maniest in the same place; 0 where a key presses the button. */
  click(detail: number, act: () => void): void {
    this.now += 50;
    this.store.aim.note({ type: 'click', detail });
    act();
  }

  /** @returns whether the key meant something */
  press(key: string, within: readonly string[], more: object = {}): boolean {
    const event = { key, code: key, target: new Element('DIV', within), ...more };
    this.store.aim.note({ type: 'keydown', detail: 0 });
    return this.ui.pressKey(event, this.store, {});
  }

  private globals(): object {
    const nothing = (): void => undefined;
    const window = {
      location: { pathname: '/o/org/review', search: '' },
      addEventListener: nothing,
      removeEventListener: nothing,
      setTimeout: nothing,
    };
    return {
      window,
      document: { documentElement: { dataset: {} }, addEventListener: nothing, querySelector: () => null },
      localStorage: this.local,
      sessionStorage: this.session,
      HTMLElement: Element,
      HTMLInputElement: class {},
      performance: { now: () => this.now },
      URLSearchParams,
      File,
      crypto,
      setInterval: nothing,
      setTimeout: (act: () => void) => this.timers.push(act),
      clearTimeout: nothing,
      fetch: (address: string, { body, headers }: { body: string | null; headers: Record<string, string> }) => {
        if (address.startsWith('/v1/review/decide')) this.sentKeys.push(headers['Idempotency-Key']);
        return Promise.resolve(this.answer(address, body));
      },
    };
  }

  private answer(address: string, body: string | null): object {
    const { pathname, searchParams } = new URL(address, 'http://stocktake.test');
    const group = searchParams.get('group') ?? '';
    const named = this.names.map((one) => ({ ...one, name: one.id, revision: 0, versions: 1, claim: null }));
    const ok = (data: unknown): object => ({
      ok: true,
      json: () =>
        Promise.resolve({ data, meta: { total_count: this.names.length, facets: {}, resolving: 0, cursor: null } }),
    });
    switch (pathname) {
      case '/v1/review/getQueue':
        return ok(named);
      case '/v1/review/getGroups':
        return ok(named.map((one) => ({ ...one, candidates: [this.candidate] })));
      case '/v1/review/getVersions':
        return ok([]);
      case '/v1/review/getNearNames':
        return ok(named.map(({ id }) => ({ group: id, names: (this.near.get(id) ?? []).map((near) => ({ ...named.find((one) => one.id === near), choice: null })) }))); // prettier-ignore
      case '/v1/review/preview': {
        const sboms = this.previewed.get(group);
        if (sboms) return ok({ group, sboms, settled_by_hand: 0 });
        return refused(500);
      }
      case '/v1/review/decide':
        if (this.isOffline) return Promise.reject(new Error('no connection'));
        if (this.isRefusing) return refused(400);
        if (this.keyReasons.length > 0) return refused(409, this.keyReasons.shift());
        this.decided.push({ ...(JSON.parse(body ?? '') as object), by: this.cookie });
        if (this.isCut)
          return { ok: true, json: () => Promise.reject(new SyntaxError('Unexpected end of JSON input')) };
        return ok({ id: `decision-${this.decided.length}`, revision: this.decided.length });
      case '/v1/review/undo':
        if (this.isOffline) return Promise.reject(new Error('no connection'));
        this.undone.push({ ...(JSON.parse(body ?? '') as object), by: this.cookie });
        return ok({ revision: 9 });
      default:
        return ok([]);
    }
  }
}
