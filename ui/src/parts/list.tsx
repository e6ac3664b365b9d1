import type { Signal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Part, useLoaded, type Loaded } from './loaded.js';
import { More, pageSize } from './more.js';

interface ListAnswer<T> {
  readonly data: readonly T[];
  readonly meta: { readonly total_count: number };
}

interface Paged<A> {
  readonly state: Signal<Loaded<A>>;
  readonly again: () => void;
  readonly round: number;
  readonly limit: number;
  readonly setLimit: (limit: number) => void;
}

/** A list of the API, of which more is shown when somebody asks for it. */
export function useList<A>(ask: (limit: number) => Promise<A>, keys: readonly unknown[]): Paged<A> {
  const [limit, setLimit] = useState(pageSize);
  return { ...useLoaded(() => ask(limit), keys, [limit]), limit, setLimit };
}

/** Such a list with what stands there when it is empty, and with the rest of it. */
export function List<T, A extends ListAnswer<T>>({
  of,
  none,
  isInCard = false,
  children,
}: {
  of: Paged<A>;
  none: ComponentChildren;
  isInCard?: boolean;
  children: (rows: A['data'], answer: A) => ComponentChildren;
}): JSX.Element {
  return (
    <Part of={of}>
      {(answer) =>
        answer.data.length === 0 ? (
          <p class="soft">{none}</p>
        ) : (
          <>
            <div class={isInCard ? 'scroll-x' : 'card scroll-x'}>{children(answer.data, answer)}</div>
            <More shown={answer.data.length} total={answer.meta.total_count} limit={of.limit} onMore={of.setLimit} />
          </>
        )
      }
    </Part>
  );
}
