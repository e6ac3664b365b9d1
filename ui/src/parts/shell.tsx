import type { ComponentChildren, JSX } from 'preact';
import { texts, number } from '../../texts.en.js';
import { navigate } from '../router.js';
import { organization, signOut, viewer } from '../session.js';
import { queueLength } from '../review/queue-length.js';
import { isOver } from '../sboms/dropped.js';
import { useAttempt } from './attempt.js';
import { ConnectionBar } from './connection.js';
import { changeDensity } from './density.js';
import { isFinding } from './find-dialog.js';
import { Icon, Key, Logo } from './marks.js';
import { PageKeys } from './page-keys.js';

export type Place = 'home' | 'sboms' | 'review' | 'vulnerabilities' | 'projects' | 'settings';

const theme = (): string => document.documentElement.dataset.theme ?? '';

function changeTheme(): void {
  const isDark = theme() === 'dark' || (theme() === '' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', document.documentElement.dataset.theme);
}

interface ShellProperties {
  readonly at: Place;
  readonly wide?: boolean;
  /** The page shows its keys itself. */
  readonly ownHelp?: boolean;
  readonly children: ComponentChildren;
}

/** Top bar and content. The review queue needs the whole width and height: it has no frame around it. */
export function Shell({ at, wide, ownHelp = false, children }: ShellProperties): JSX.Element {
  const own = organization.value!;
  const { attempt, problem } = useAttempt();
  const others = viewer.value?.organizations ?? [];
  const link = (place: Place, path: string, label: ComponentChildren): JSX.Element => (
    <a href={`/o/${own.id}${path}`} {...(place === at && { 'aria-current': 'page' as const })}>
      {label}
    </a>
  );
  return (
    <>
      <a class="skip" href="#main">
        {texts.skip}
      </a>
      <header class="top">
        <a class="brand" href={`/o/${own.id}`} aria-label={`${texts.product}, ${texts.nav.home}`}>
          <Logo />
          <span>{texts.product}</span>
        </a>
        <select
          class="org"
          aria-label={texts.nav.organization}
          value={own.id}
          onChange={(event) => navigate(`/o/${event.currentTarget.value}`)}
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <nav class="nav" aria-label={texts.nav.main}>
          {link('home', '', texts.nav.home)}
          {link('sboms', '/sboms', texts.nav.sboms)}
          {link(
            'review',
            '/review',
            <>
              {texts.nav.review}
              {queueLength.value !== null && <span class="count">{number(queueLength.value)}</span>}
            </>,
          )}
          {link('vulnerabilities', '/vulnerabilities', texts.nav.vulnerabilities)}
          {link('projects', '/projects', texts.nav.projects)}
          {link('settings', '/settings/rulesets', texts.nav.settings)}
        </nav>
        <span class="grow" />
        <button
          type="button"
          class="find-any"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => void (isFinding.value = true)}
        >
          <Icon name="search" />
          <span>{texts.find.title}</span>
          <Key>Ctrl K</Key>
        </button>
        <button type="button" class="icon-button" aria-label={texts.nav.theme} onClick={changeTheme}>
          <Icon name="sun" />
        </button>
        <button
          type="button"
          class="who"
          popovertarget="account"
          aria-label={`${viewer.value?.username ?? ''}, ${texts.nav.account}`}
        >
          {viewer.value?.username.slice(0, 1)}
        </button>
        <div id="account" popover="auto" class="menu">
          <p class="small soft">{viewer.value?.username}</p>
          <a class="b bare" href="/docs" target="_blank" rel="noreferrer">
            {texts.nav.api}
          </a>
          <a class="b bare" href={`/o/${own.id}/settings/sessions`}>
            {texts.nav.sessions}
          </a>
          <button
            type="button"
            class="b bare"
            popovertarget="account"
            popovertargetaction="hide"
            onClick={changeDensity}
          >
            {texts.nav.density}
          </button>
          <button type="button" class="b bare" onClick={() => attempt(() => signOut('here'), texts.sessions.ended)}>
            {texts.nav.signOut}
          </button>
        </div>
      </header>
      <ConnectionBar />
      {problem}
      {isOver.value && (
        <p class="connection" role="status">
          {texts.sboms.drop}
        </p>
      )}
      <main id="main" class={wide ? 'wide' : 'page'} tabIndex={-1}>
        {children}
      </main>
      <PageKeys ownHelp={ownHelp} />
    </>
  );
}
