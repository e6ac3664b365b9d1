import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/review.css';
import { signal } from '@preact/signals';
import { render, type JSX } from 'preact';
import { generalTexts as texts } from '../texts.en/general.js';
import { ApiError } from './api.js';
import { SignIn } from './pages/sign-in.js';
import { Failure, Skeleton } from './parts/loaded.js';
import { density } from './parts/density.js';
import { followLinks } from './router.js';
import { loadViewer, viewer } from './session.js';

/** The pages are a part of their own: the sign-in does not wait for them. */
const pages = signal<(() => JSX.Element) | null>(null);

/** Why the page did not come up. */
const problem = signal<Error | null>(null);

function Root(): JSX.Element {
  if (problem.value)
    return (
      <main class="page" id="main">
        <Failure error={problem.value} again={() => window.location.reload()} />
      </main>
    );
  if (viewer.value === null) return <SignIn />;
  const Pages = pages.value;
  return viewer.value && Pages ? <Pages /> : <Skeleton />;
}

const showError = (error: Error): void => void (problem.value = error);

async function loadPages(): Promise<void> {
  try {
    const { App } = await import('./app.js');
    pages.value = App;
  } catch {
    // The browser names the address of the script; what to do is another thing.
    throw new ApiError(0, texts.errors.offline);
  }
}

const theme = localStorage.getItem('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
document.documentElement.dataset.density = density();
document.addEventListener('click', followLinks);
render(<Root />, document.body);
// On the sign-in they are read once it stands there.
if (viewer.value === null) requestAnimationFrame(() => setTimeout(() => void loadPages().catch(showError)));
else loadPages().catch(showError);
loadViewer().catch(showError);
