import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/review.css';
import { signal } from '@preact/signals';
import { render, type JSX } from 'preact';
import { SignIn } from './pages/sign-in.js';
import { Skeleton } from './parts/loaded.js';
import { density } from './parts/density.js';
import { followLinks } from './router.js';
import { loadViewer, viewer } from './session.js';

/** The pages are a part of their own: the sign-in does not wait for them. */
const pages = signal<(() => JSX.Element) | null>(null);

function Root(): JSX.Element {
  if (viewer.value === null) return <SignIn />;
  const Pages = pages.value;
  return viewer.value && Pages ? <Pages /> : <Skeleton />;
}

function showError({ message }: Error): void {
  document.body.textContent = message;
}

async function loadPages(): Promise<void> {
  const { App } = await import('./app.js');
  pages.value = App;
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
