import { signal, type Signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError } from '../api.js';
import { texts } from '../../texts.en.js';
import { Failure, Skeleton } from './loaded.js';
import { Shell, type Place } from './shell.js';

interface Part<P> {
  readonly component: FunctionComponent<P> | null;
  readonly error: Error | null;
}

type Load<P> = () => Promise<FunctionComponent<P>>;
type Properties<P> = { readonly load: Load<P> } & P;

/** Parts that were loaded, by what loads them. */
const parts = new WeakMap<object, Signal<Part<never>>>();

function partOf<P>(load: Load<P>): Signal<Part<P>> {
  const known = (parts.get(load) ?? signal({ component: null, error: null })) as Signal<Part<P>>;
  parts.set(load, known as Signal<Part<never>>);
  return known;
}

async function fetchPart<P>(load: Load<P>): Promise<void> {
  const part = partOf(load);
  part.value = { component: null, error: null };
  try {
    part.value = { component: await load(), error: null };
  } catch {
    part.value = { component: null, error: new ApiError(0, texts.errors.offline) };
  }
}

/** Loads parts before somebody opens them, so that opening does not wait. */
export async function loadAhead(loads: readonly Load<never>[]): Promise<void> {
  for (const load of loads) if (!partOf(load).value.component) await fetchPart(load);
}

/** A part of a page whose script is loaded when somebody opens it. */
export function LaterPart<P extends object>(properties: Properties<P>): JSX.Element {
  return <Waiting of={properties} frame={(content) => content} />;
}

/** Such a page as a whole: while it loads, the bar stands above it. */
export function Later<P extends object>({ at, ...properties }: Properties<P> & { readonly at: Place }): JSX.Element {
  return <Waiting of={properties as unknown as Properties<P>} frame={(content) => <Shell at={at}>{content}</Shell>} />;
}

function Waiting<P extends object>({
  of: { load, ...properties },
  frame,
}: {
  of: Properties<P>;
  frame: (content: JSX.Element) => JSX.Element;
}): JSX.Element {
  const part = partOf(load);
  useEffect(() => {
    if (!part.value.component) void fetchPart(load);
  }, [part]);
  const { component: Component, error } = part.value;
  if (Component) return <Component {...(properties as unknown as P)} />;
  return frame(error ? <Failure error={error} again={() => void fetchPart(load)} /> : <Skeleton />);
}
