import type { ComponentChildren, JSX } from 'preact';

export function Card({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="card">
      <div class="card-head">
        <h2>{title}</h2>
        {aside && <span>{aside}</span>}
      </div>
      <div class="card-body">{children}</div>
    </section>
  );
}
