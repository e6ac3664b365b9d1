import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { loadQueueLength } from '../review/queue-length.js';
import { isSignedIn, mayChange } from '../session.js';
import { addArea, dropped, isOver } from './dropped.js';
import { firstOf, maxFiles, type Files } from './files-in.js';
import { check, importFile, targetOf, type Item, type Target } from './import-files.js';
import { ImportItem } from './import-item.js';
import { changeImports, importKey, importsOf } from './kept-imports.js';
import { useProgress } from './progress.js';

interface Properties {
  readonly title: string;
  readonly note: string;
  readonly onImported: () => void;
  /** Whether files are on their way, or wait for somebody to look at what is wrong with them. */
  readonly onBusy?: (isBusy: boolean) => void;
  /** The area is always there, not only while something is imported. */
  readonly isQuiet?: boolean;
}

let made = 0;

/** Another one also after the page was loaded again. */
const newKey = (): string => `${Date.now()} ${(made += 1)}`;

const itemOf = <F extends File | null>(name: string, file: F): Item & { readonly file: F } => {
  const empty = { target: null, found: null, reading: null, problem: null, sbomId: null, components: 0, sent: null };
  return { key: newKey(), name, file, ...empty, progress: 'reading' };
};

/** So many files are read at a time: a folder must not keep everything else waiting. */
const atOnce = 4;

async function eachFew<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Takes files by drop or choice, shows what would be read, and imports them. One that cannot be read holds up no other. */
export function ImportArea({ title, note, onImported, onBusy, isQuiet }: Properties): JSX.Element | null {
  // Whoever goes to another organization meanwhile leaves the files to this one.
  const owner = importKey();
  const { orgId, userId } = owner;
  const items = importsOf(owner);
  const setItems = (act: (all: readonly Item[]) => readonly Item[]): void => changeImports(owner, act);
  const [isCut, setCut] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const change = (key: string, changes: Partial<Item>): void =>
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const take = (taken: Files): void => {
    const added = taken.files.map((file) => itemOf(file.name, file));
    const unreadable = taken.unreadable.map((name): Item => ({
      ...itemOf(name, null),
      progress: 'failed',
      problem: texts.import.unreadable,
    }));
    setCut(taken.isCut);
    setItems((all) => [...all.filter(({ progress }) => progress !== 'done'), ...added, ...unreadable]);
    void eachFew(added, async ({ key, file }) => {
      const found = await targetOf(file, orgId).catch(() => null);
      change(key, { found });
      await checkInto(key, file, found);
    });
  };
  const checkInto = async (key: string, file: File, target: Target | null): Promise<void> => {
    change(key, { target, progress: 'reading', reading: null, problem: null });
    change(key, await check(file, target ? { sbom_id: target.id } : { org_id: orgId }));
  };

  useEffect(addArea, []);
  useEffect(() => setItems((all) => all.filter(({ progress }) => progress !== 'done')), []);
  useEffect(() => {
    if (!dropped.value) return;
    take(dropped.value);
    dropped.value = null;
  }, [dropped.value]);

  const isBusy = items.some(({ progress }) => progress !== 'done');
  useEffect(() => onBusy?.(isBusy), [isBusy]);

  const working = items.filter(({ progress }) => progress === 'working').map(({ sbomId }) => sbomId!);
  const progress = useProgress(working).value;
  const settled = working.filter((id) => progress.get(id)?.settled);
  useEffect(() => {
    if (settled.length === 0) return;
    setItems((all) => all.map((item) => (settled.includes(item.sbomId ?? '') ? { ...item, progress: 'done' } : item)));
    onImported();
    void loadQueueLength(orgId).catch(() => undefined);
  }, [settled.join(',')]);

  if (!mayChange.value)
    return isQuiet ? null : (
      <>
        <p class="soft">{title}</p>
        <p class="note">{texts.errors.viewer}</p>
      </>
    );
  const ready = items.filter(({ progress }) => progress === 'ready');
  const run = async (): Promise<void> => {
    for (const { key } of ready) {
      // Another user's cookie would import it in that name.
      if (!isSignedIn(userId)) return;
      // As it is by now: it may have been left out, sent by another press of the button, or given another target.
      const item = importsOf(owner).find((one) => one.key === key);
      if (item?.progress !== 'ready' || !item.file) continue;
      change(key, { progress: 'importing' });
      change(key, await importFile(item.file, { orgId, target: item.target }, (changes) => change(key, changes)));
    }
    onImported();
  };
  return (
    <section
      class={`import${isOver.value ? ' over' : ''}${isQuiet && items.length === 0 && !isOver.value ? ' quiet-area' : ''}`}
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.import.choose}
        onChange={(event) => {
          take(firstOf([...(event.currentTarget.files ?? [])]));
          event.currentTarget.value = '';
        }}
      />
      <div class="drop">
        <h2>{isOver.value ? texts.sboms.drop : title}</h2>
        <p class="soft">{note}</p>
        <button type="button" class={`b${items.length === 0 ? ' main' : ''}`} onClick={() => input.current?.click()}>
          {texts.import.choose}
        </button>
      </div>
      {isCut && (
        <p class="note" role="alert">
          {texts.import.cut(maxFiles)}
        </p>
      )}
      {items.length > 0 && (
        <>
          <ul class="card lines wide-lines">
            {items.map((item) => (
              <ImportItem
                key={item.key}
                item={item}
                progress={progress.get(item.sbomId ?? '') ?? null}
                onTarget={(target) => item.file && void checkInto(item.key, item.file, target)}
                onRemove={() => setItems((all) => all.filter(({ key }) => key !== item.key))}
              />
            ))}
          </ul>
          {ready.length > 0 && (
            <p class="row wrap">
              <button type="button" class="b main" onClick={() => void run()}>
                {texts.import.run(ready.length)}
              </button>
              <span class="small soft">{texts.import.promise}</span>
            </p>
          )}
        </>
      )}
    </section>
  );
}
