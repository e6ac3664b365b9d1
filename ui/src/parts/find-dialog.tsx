import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { get } from '../api.js';
import { navigate } from '../router.js';
import { organization } from '../session.js';
import { shortText } from './file-text.js';

const debounceMs = 150;
const maxOfKind = 6;

export const isFinding = signal(false);

interface Found {
  readonly kind: string;
  readonly label: string;
  readonly note: string;
  readonly path: string;
}

const pages: readonly (readonly [keyof typeof texts.nav, string])[] = [
  ['home', ''],
  ['sboms', '/sboms'],
  ['review', '/review'],
  ['vulnerabilities', '/vulnerabilities'],
  ['projects', '/projects'],
  ['settings', '/settings/rulesets'],
];

const isIdentifier = (text: string): boolean => /^[A-Za-z]{2,10}-[\w.:-]{3,}$/.test(text);

/** Within a shorter text nearly every name would be found. */
const isWithin = (text: string): boolean => [...text].length >= 3;

/** What is listed, and how many there are besides. */
interface Finding {
  readonly results: readonly Found[];
  readonly more: number;
}

/** SBOMs, components and pages with such a name; an identifier of a vulnerability is opened as it stands. */
async function find(orgId: string, text: string): Promise<Finding> {
  const words = texts.find;
  const [sboms, components] = await Promise.all([
    get('v1/project/getSBOMs', { org_id: orgId, q: text, limit: maxOfKind }),
    get('v1/project/findComponents', {
      org_id: orgId,
      name: text,
      match: isWithin(text) ? 'part' : 'prefix',
      limit: maxOfKind,
    }),
  ]);
  const results = [
    ...pages
      .filter(([name]) => String(texts.nav[name]).toLowerCase().startsWith(text.toLowerCase()))
      .map(([name, path]) => ({ kind: words.page, label: String(texts.nav[name]), note: '', path })),
    ...(isIdentifier(text)
      ? [{ kind: words.vulnerability, label: text, note: '', path: vulnerabilityPath(text) }]
      : []),
    ...sboms.data.softwareLists.map(({ id, name, version, supplier }) => ({
      kind: words.sbom,
      label: `${name} ${version}`.trim(),
      note: supplier,
      path: `/sboms/${id}`,
    })),
    ...components.data.map(({ id, name, version, sbom_id, sbom_name, sbom_version }) => ({
      kind: words.component,
      label: `${name} ${version}`.trim(),
      note: words.within(`${sbom_name} ${sbom_version}`.trim()),
      path: `/sboms/${sbom_id}?q=${encodeURIComponent(name.slice(0, 200))}&entry=${id}`,
    })),
  ];
  const shown = sboms.data.softwareLists.length + components.data.length;
  return { results, more: sboms.meta.total_count + components.meta.total_count - shown };
}

const vulnerabilityPath = (id: string): string => `/vulnerabilities/${encodeURIComponent(id)}`;

/** Finds anything of the organization by its name, as somebody types. */
export function FindDialog(): JSX.Element | null {
  return isFinding.value ? <Finder /> : null;
}

function statusOf(found: Finding | Error | null, isWhole: boolean): string {
  if (found instanceof Error) return found.message;
  if (found === null) return texts.find.hint;
  if (found.results.length === 0) return isWhole ? texts.find.nothing : texts.find.nothingBegins;
  return [texts.find.count(found.results.length), found.more > 0 && texts.find.more(found.more)]
    .filter(Boolean)
    .join(' ');
}

function Finder(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const timer = useRef(0);
  const asked = useRef('');
  const [found, setFound] = useState<Finding | Error | null>(null);
  const [marked, setMarked] = useState(0);
  const orgId = organization.value!.id;
  // Before the next key: until there is a dialog, keys belong to the page, where some of them settle.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const results = found === null || found instanceof Error ? [] : found.results;
  const search = (text: string): void => {
    clearTimeout(timer.current);
    asked.current = text;
    if (text === '') return setFound(null);
    timer.current = window.setTimeout(() => {
      const show = (answer: Finding | Error): void => {
        if (asked.current !== text) return;
        setFound(answer);
        setMarked(0);
      };
      find(orgId, text).then(show, (error: unknown) => show(error as Error));
    }, debounceMs);
  };
  const open = (one: Found | undefined): void => {
    if (!one) return;
    dialog.current?.close();
    navigate(`/o/${orgId}${one.path}`);
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) open(results[marked]);
    else setMarked(Math.max(0, Math.min(results.length - 1, marked + step)));
  };
  return (
    <dialog
      ref={dialog}
      class="sheet finder"
      aria-label={texts.find.title}
      onClose={() => void (isFinding.value = false)}
    >
      <input
        class="input"
        type="text"
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? `found-${marked}` : undefined}
        aria-label={texts.find.label}
        placeholder={texts.find.label}
        maxLength={200}
        onInput={(event) => search(event.currentTarget.value.trim())}
        onKeyDown={onKey}
      />
      <ul id="found" role="listbox" aria-label={texts.find.results}>
        {results.map((one, index) => (
          <li
            key={`${one.path} ${index}`}
            id={`found-${index}`}
            role="option"
            aria-selected={index === marked}
            onClick={() => open(one)}
          >
            <span class="soft small">{one.kind}</span>
            <span class="clip">{shortText(one.label, 80)}</span>
            <span class="quiet small clip">{shortText(one.note, 60)}</span>
          </li>
        ))}
      </ul>
      <p class="small soft" role="status">
        {statusOf(found, isWithin(asked.current))}
      </p>
    </dialog>
  );
}
