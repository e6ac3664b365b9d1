import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { Shell, type Place } from './shell.js';

/** A page with a heading, which is also the title of the window, and what can be done there. */
export function Page({
  at,
  title,
  above,
  actions,
  children,
}: {
  at: Place;
  title: string;
  above?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
}): JSX.Element {
  useEffect(() => void (document.title = `${title} · ${texts.product}`), [title]);
  return (
    <Shell at={at}>
      {above}
      <div class="row wrap">
        <h1 class="break">{title}</h1>
        <span class="grow" />
        {actions}
      </div>
      {children}
    </Shell>
  );
}

export interface Tab {
  readonly href: string;
  readonly label: string;
  readonly isHere: boolean;
}

/** Pages that are one thing, as links. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }): JSX.Element => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(({ href, label: title, isHere }) => (
      <a key={href} href={href} {...(isHere && { 'aria-current': 'page' as const })}>
        {title}
      </a>
    ))}
  </nav>
);
