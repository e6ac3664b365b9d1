import { signal } from '@preact/signals';
import { texts } from '../../texts.en.js';
import { ApiError, get } from '../api.js';
import { organization, viewer } from '../session.js';
import { importPrefix } from './forget-imports.js';
import { followImport, type Item } from './import-files.js';

/** Whose files they are, and where they go. */
interface Owner {
  readonly orgId: string;
  readonly userId: string;
}

const nameOf = ({ orgId, userId }: Owner): string => `${importPrefix}${orgId} ${userId}`;

/** Files on their way, by organization and user: what becomes of them is there when somebody comes back to the page. */
const kept = signal<ReadonlyMap<string, readonly Item[]>>(new Map());

export const importKey = (): Owner => ({ orgId: organization.value!.id, userId: viewer.value!.id });

/** Also those of this tab from before the page was loaded again. */
export function importsOf(owner: Owner): readonly Item[] {
  const name = nameOf(owner);
  const known = kept.value.get(name);
  if (known) return known;
  const items = recalled(name);
  kept.value = new Map(kept.value).set(name, items);
  for (const item of items) if (item.progress === 'importing') follow(owner, item);
  return items;
}

export function changeImports(owner: Owner, act: (all: readonly Item[]) => readonly Item[]): void {
  const name = nameOf(owner);
  const items = act(importsOf(owner));
  kept.value = new Map(kept.value).set(name, items);
  // Who has signed out left nothing in the browser.
  if (viewer.value?.id === owner.userId) keep(name, items);
}

/** The service has the file: it goes on without this page. */
function follow(owner: Owner, { key, sent }: Item): void {
  const change = (changes: Partial<Item>): void =>
    changeImports(owner, (all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)));
  void get('v1/jobs/getJob', { id: sent!.jobId })
    .then(
      () => followImport(sent!, change),
      (error: unknown) =>
        error instanceof ApiError && error.isTransient ? followImport(sent!, change) : unknownEnd(sent!.sbomId),
    )
    .then(change);
}

const unknownEnd = (sbomId: string | null): Partial<Item> => ({
  progress: 'failed',
  problem: texts.import.leftSending,
  sbomId,
});

function keep(name: string, items: readonly Item[]): void {
  const left = items.filter(({ progress }) => progress !== 'done');
  if (left.length === 0) return sessionStorage.removeItem(name);
  try {
    sessionStorage.setItem(name, JSON.stringify(left.map((item) => ({ ...item, file: null }))));
  } catch {
    // The browser gives no room: they end with the page, as its warning before leaving says.
  }
}

function recalled(name: string): readonly Item[] {
  try {
    return (JSON.parse(sessionStorage.getItem(name) ?? '[]') as readonly Item[]).map(afterLoading);
  } catch {
    return [];
  }
}

/** A file is gone with its page; of one that was being sent nobody knows whether it arrived. */
function afterLoading(item: Item): Item {
  const { progress, sent, isUnanswered } = item;
  if (progress === 'reading' || progress === 'ready')
    return { ...item, progress: 'failed', problem: texts.import.leftBefore };
  if ((progress === 'importing' && !sent) || (progress === 'failed' && isUnanswered))
    return { ...item, ...unknownEnd(item.sbomId ?? item.target?.id ?? null) };
  return item;
}

const isUnsent = ({ progress, sent }: Item): boolean =>
  progress === 'reading' || progress === 'ready' || (progress === 'importing' && !sent);

const hasUnsent = (): boolean => [...kept.peek().values()].some((items) => items.some(isUnsent));

// Files that the service does not have are lost with the page.
window.addEventListener('beforeunload', (event) => {
  if (hasUnsent()) event.preventDefault();
});
