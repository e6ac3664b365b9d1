import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { generalTexts as texts } from '../../texts.en/general.js';
import { ApiError } from '../api.js';
import { Icon, Logo } from '../parts/marks.js';
import { UnsentOfOthers } from '../parts/unsent.js';
import { unsentOfOthers } from '../review/kept.js';
import {
  finishProviderSignIn,
  providerName,
  signIn,
  startProviderSignIn,
  takeProviderAnswer,
  viewer,
} from '../session.js';

export function SignIn(): JSX.Element {
  useEffect(() => void (document.title = `${texts.signIn.title} · ${texts.product}`), []);
  return (
    <main class="center" id="main">
      <div class="sign">
        <p class="brand">
          <Logo />
          {texts.product}
        </p>
        <h1>{texts.signIn.title}</h1>
        <p class="small soft">{texts.signIn.to(window.location.host)}</p>
        <UnsentOfOthers of={unsentOfOthers(null)} />
        <ProviderSignIn />
        <SignInForm />
        <p class="small quiet">{texts.signIn.noAccount}</p>
      </div>
    </main>
  );
}

/** The button for the provider, if there is one; after the return from it, the end of the sign-in. */
function ProviderSignIn(): JSX.Element | null {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (work: Promise<void>): void => {
    setBusy(true);
    work.catch((error: Error) => {
      setProblem(error.message);
      setBusy(false);
    });
  };
  useEffect(() => {
    const answer = takeProviderAnswer();
    if (answer === 'cancelled') setProblem(texts.signIn.cancelled);
    else if (answer) run(finishProviderSignIn(answer));
  }, []);
  if (!providerName) return null;
  return (
    <div class="stack">
      {problem !== null && (
        <div class="note failed" role="alert">
          <Icon name="failed" />
          <div>
            <strong>{texts.signIn.providerTitle}</strong> {problem}
          </div>
        </div>
      )}
      <button type="button" class="b main full" disabled={isBusy} onClick={() => run(startProviderSignIn())}>
        {isBusy ? texts.signIn.finishing : texts.signIn.provider(providerName)}
      </button>
      <p class="small soft">{texts.signIn.or}</p>
    </div>
  );
}

/** Above the page, which stays as it is. */
export function SignInAgain(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="expired" onCancel={(event) => event.preventDefault()}>
      <h2 id="expired">{texts.signIn.title}</h2>
      <p>{texts.signIn.expired}</p>
      <ProviderSignIn />
      <SignInForm username={viewer.value?.username ?? ''} />
    </dialog>
  );
}

function SignInForm({ username = '' }: { username?: string }): JSX.Element {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setBusy(true);
    try {
      await signIn(String(form.get('username')), String(form.get('password')));
    } catch (error) {
      setProblem(error instanceof ApiError && error.status !== 401 ? error.message : texts.signIn.failed);
      setBusy(false);
    }
  };
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      {problem !== null && (
        <div class="note failed" role="alert">
          <Icon name="failed" />
          <div>
            {problem === texts.signIn.failed && <strong>{texts.signIn.failedTitle} </strong>}
            {problem}
          </div>
        </div>
      )}
      <label class="field">
        {texts.signIn.user}
        <input
          class="input"
          name="username"
          autocomplete="username"
          required
          defaultValue={username}
          autofocus={username === ''}
        />
      </label>
      <label class="field">
        {texts.signIn.password}
        <input
          class="input"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          autofocus={username !== ''}
        />
      </label>
      <button type="submit" class={providerName ? 'b full' : 'b main full'} disabled={isBusy}>
        {texts.signIn.submit}
      </button>
    </form>
  );
}
