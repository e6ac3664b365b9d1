/** 2xx; a definite refusal; or the client cannot know (no answer, or a 5xx). */
export type ClientAnswer = 'acknowledged' | 'refused' | 'unknown';

/** One upload as its client saw it. */
export interface Upload {
  readonly sbomId: string;
  /** In the name of every component of the file, and in no other file's. */
  readonly marker: string;
  readonly components: number;
  /** Moments of one clock, in milliseconds: when the client asked, and when it had its answer. */
  readonly asked: number;
  readonly answered: number;
  readonly answer: ClientAnswer;
  /** Under which the audit log has the request. */
  readonly requestId: string;
}

/** A change by a person, made once for its subject; nothing else changes the subject afterwards. */
export interface Change {
  readonly kind: 'component' | 'confirmation' | 'decision';
  /** The name of the component, the SBOM that was confirmed, or the group of entries that was decided. */
  readonly subject: string;
  readonly answer: ClientAnswer;
  readonly requestId: string;
}

/** What a reader was shown of an SBOM: how many components, by the marker of the file they are from. */
export interface Read {
  readonly sbomId: string;
  readonly asked: number;
  readonly answered: number;
  readonly shown: Readonly<Record<string, number>>;
}

/** Rows of the database when all is quiet. */
export interface Quiet {
  readonly imports: readonly { id: string; sbomId: string; marker: string; number: number; visible: boolean }[];
  readonly runs: readonly { id: string; name: string; subject: string; importId: string | null; state: string }[];
  readonly sboms: readonly {
    id: string;
    shown: Readonly<Record<string, number>>;
    entryCount: number;
    unfinished: number;
  }[];
  /** What is there of each change: the component, the SBOM's status, the decision with what became of its entries. */
  readonly changed: readonly { kind: Change['kind']; subject: string; isComplete: boolean }[];
  /** The audit log of the requests. */
  readonly events: readonly { requestId: string; outcome: 'done' | 'refused' | 'failed' | 'committed' }[];
  /** Whatever should not be left: drafts, open transactions, locks; in words. */
  readonly leftovers: readonly string[];
}

export interface History {
  readonly uploads: readonly Upload[];
  readonly reads: readonly Read[];
  readonly changes: readonly Change[];
  readonly quiet: Quiet;
}

const ended = ['succeeded', 'partial', 'failed', 'cancelled'];

/**
 * What is wrong with a history, in words; nothing when every promise was kept:
 * acknowledged means done exactly once in effect; readers see old or new, whole; nothing is stuck; nothing older
 * replaces newer; a change and its audit event are there together.
 */
export function violations(history: History): string[] {
  return [
    ...lostOrDoubled(history),
    ...lostOrDoubledChanges(history),
    ...wronglyAudited(history),
    ...halfSeen(history),
    ...wentBack(history),
    ...notAtRest(history),
  ];
}

function* lostOrDoubled({ uploads, quiet }: History): Iterable<string> {
  for (const { marker, answer } of uploads) {
    const imports = quiet.imports.filter((one) => one.marker === marker);
    if (imports.length > 1) yield `${marker} was sent once and imported ${imports.length} times`;
    if (answer === 'acknowledged' && imports.length === 0) yield `${marker} was acknowledged and is lost`;
    if (answer === 'refused' && imports.length > 0) yield `${marker} was refused and imported all the same`;
    for (const { id } of imports) {
      const runs = quiet.runs.filter((run) => run.importId === id);
      if (runs.length !== 1) yield `${marker} has ${runs.length} runs`;
      const isDone = runs.some(({ state }) => state === 'succeeded' || state === 'partial');
      const isVisible = imports.some((one) => one.visible);
      if (isDone !== isVisible) yield `${marker} is ${isVisible ? '' : 'not '}visible and its run ${runs[0]?.state}`;
      if (!isDone && !isOvertaken(quiet, marker)) yield `${marker} was accepted and never done: ${runs[0]?.state}`;
    }
  }
  const known = new Set(uploads.map(({ marker }) => marker));
  for (const { marker } of quiet.imports) if (!known.has(marker)) yield `${marker} was imported and never sent`;
}

function* lostOrDoubledChanges({ changes, quiet }: History): Iterable<string> {
  for (const { kind, subject, answer } of changes) {
    const made = quiet.changed.filter((one) => one.kind === kind && one.subject === subject);
    const name = `the ${kind} of ${subject}`;
    if (made.length > 1) yield `${name} was sent once and made ${made.length} times`;
    if (answer === 'acknowledged' && made.length === 0) yield `${name} was acknowledged and is lost`;
    if (answer === 'refused' && made.length > 0) yield `${name} was refused and made all the same`;
    if (made.some(({ isComplete }) => !isComplete)) yield `${name} is made in part`;
  }
  const sent = new Set(changes.map(({ kind, subject }) => `${kind} of ${subject}`));
  for (const { kind, subject } of quiet.changed)
    if (!sent.has(`${kind} of ${subject}`)) yield `the ${kind} of ${subject} was made and never sent`;
}

/** Each request has one event in the audit log at most, exactly one if it changed something, and none if it did not. */
function* wronglyAudited({ uploads, changes, quiet }: History): Iterable<string> {
  const { imports, changed } = quiet;
  const requests = [
    ...uploads.map((upload) => ({
      ...upload,
      name: upload.marker,
      isMade: imports.some(({ marker }) => marker === upload.marker),
    })),
    ...changes.map((change) => ({
      ...change,
      name: `the ${change.kind} of ${change.subject}`,
      isMade: changed.some(({ kind, subject }) => kind === change.kind && subject === change.subject),
    })),
  ];
  for (const { name, requestId, answer, isMade } of requests) {
    const events = quiet.events.filter((event) => event.requestId === requestId);
    if (events.length > 1) yield `${name} was sent once and has ${events.length} audit events`;
    const [event] = events;
    if (isMade && !event) yield `${name} is made and has no audit event`;
    if (!event) continue;
    const saysMade = event.outcome === 'done' || event.outcome === 'committed';
    if (saysMade && !isMade) yield `${name} is not made, and its audit event says ${event.outcome}`;
    if (answer === 'acknowledged' && !saysMade)
      yield `${name} was acknowledged, and its audit event says ${event.outcome}`;
    if (answer === 'refused' && event.outcome !== 'refused')
      yield `${name} was refused, and its audit event says ${event.outcome}`;
  }
}

/** An import that a newer one of the same SBOM has overtaken may end undone. */
function isOvertaken({ imports }: Quiet, marker: string): boolean {
  const own = imports.find((one) => one.marker === marker);
  return imports.some((one) => own && one.sbomId === own.sbomId && one.visible && one.number > own.number);
}

function* halfSeen({ uploads, reads, quiet }: History): Iterable<string> {
  const shown = [...reads, ...quiet.sboms.map(({ id, shown: seen }) => ({ sbomId: id, shown: seen }))];
  for (const one of shown) {
    const markers = Object.keys(one.shown);
    if (markers.length > 1) yield `a reader saw a mix of ${markers.sort().join(' and ')}`;
    for (const marker of markers) {
      const upload = uploads.find((each) => each.marker === marker);
      if (upload?.sbomId !== one.sbomId) yield `a reader saw ${marker} where it does not belong`;
      else if (one.shown[marker] !== upload.components)
        yield `a reader saw ${one.shown[marker]} of the ${upload.components} components of ${marker}`;
    }
  }
}

function* wentBack({ uploads, reads, quiet }: History): Iterable<string> {
  const numberOf = new Map(quiet.imports.map(({ marker, number }) => [marker, number]));
  const seen = ({ shown }: { shown: Readonly<Record<string, number>> }): number =>
    Math.max(0, ...Object.keys(shown).map((marker) => numberOf.get(marker) ?? 0));
  for (const later of reads)
    for (const earlier of reads)
      if (earlier.sbomId === later.sbomId && earlier.answered < later.asked && seen(earlier) > seen(later))
        yield `a reader saw import ${seen(later)} after import ${seen(earlier)}`;
  for (const later of uploads)
    for (const earlier of uploads)
      if (earlier.sbomId === later.sbomId && earlier.answer === 'acknowledged' && earlier.answered < later.asked) {
        const [before, after] = [numberOf.get(earlier.marker), numberOf.get(later.marker)];
        if (before !== undefined && after !== undefined && before > after)
          yield `${later.marker} was sent after ${earlier.marker} was acknowledged, and counts as older`;
      }
  for (const sbom of quiet.sboms) {
    const newest = Math.max(
      0,
      ...quiet.imports.filter((one) => one.sbomId === sbom.id && one.visible).map(({ number }) => number),
    );
    if (seen(sbom) !== newest) yield `import ${seen(sbom)} stands where ${newest} is the newest`;
  }
}

function* notAtRest({ quiet }: History): Iterable<string> {
  for (const { name, state, id } of quiet.runs) if (!ended.includes(state)) yield `${name} ${id} is stuck: ${state}`;
  for (const { name, state, importId, id } of quiet.runs)
    if (importId === null && state === 'failed') yield `${name} ${id} failed`;
  for (const { id, shown, entryCount, unfinished } of quiet.sboms) {
    const components = Object.values(shown).reduce((sum, count) => sum + count, 0);
    if (entryCount !== components) yield `SBOM ${id} counts ${entryCount} entries and has ${components}`;
    if (unfinished > 0) yield `SBOM ${id} has ${unfinished} entries that wait or have no score`;
  }
  for (const leftover of quiet.leftovers) yield `left behind: ${leftover}`;
}
