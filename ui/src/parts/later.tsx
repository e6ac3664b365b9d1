import { signal, type Signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { ApiError } from '../api.js';
import { texts } from '../../texts.en.js';
import { Failure, Skeleton } from './loaded.js';
import { Shell } from './shell.js';

interface Part<P> {
  readonly component: FunctionComponent<P> | null;
  readonly error: Error | null;
}

type Properties<P> = { readonly load: () => Promise<FunctionComponent<P>> } & P;

/** Parts that were loaded, by what loads them. */
const parts = new WeakMap<object, Signal<Part<never>>>();

/** A part of a page whose script is loaded when somebody opens it. */
export function LaterPart<P extends object>(properties: Properties<P>): JSX.Element {
  return <Waiting of={properties} frame={(content) => content} />;
}

/** Such a page as a whole: while it loads, the bar stands above it. */
export function Later<P extends object>(properties: Properties<P>): JSX.Element {
  return <Waiting of={properties} frame={(content) => <Shell at="settings">{content}</Shell>} />;
}

function Waiting<P extends object>({
  of: { load, ...properties },
  frame,
}: {
  of: Properties<P>;
  frame: (content: JSX.Element) => JSX.Element;
}): JSX.Element {
  const part = useMemo(() => {
    const known = (parts.get(load) ?? signal({ component: null, error: null })) as Signal<Part<P>>;
    parts.set(load, known as Signal<Part<never>>);
    return known;
  }, [load]);
  const fetch = (): void => {
    part.value = { component: null, error: null };
    load().then(
      (component) => (part.value = { component, error: null }),
      () => (part.value = { component: null, error: new ApiError(0, texts.errors.offline) }),
    );
  };
  useEffect(() => {
    if (!part.value.component) fetch();
  }, [part]);
  const { component: Component, error } = part.value;
  if (Component) return <Component {...(properties as unknown as P)} />;
  return frame(error ? <Failure error={error} again={fetch} /> : <Skeleton />);
}
