import { computed, signal } from '@preact/signals';
import { ApiError, get, post, whenSignedOut } from './api.js';
import { afterChange } from './other-tab.js';
import { forgetSent } from './review/kept.js';
import { location, navigate, query } from './router.js';
import { forgetImports } from './sboms/forget-imports.js';

interface Organization {
  readonly id: string;
  readonly name: string;
  readonly role: string;
}

interface Viewer {
  readonly id: string;
  readonly username: string;
  readonly organizations: readonly Organization[];
}

/** The id of whoever is signed in: without it the sign-in does not wait for the answer that nobody is. */
const signedInKey = 'signed-in';

/** Undefined: not known yet; null: nobody is signed in. */
export const viewer = signal<Viewer | null | undefined>(localStorage.getItem(signedInKey) ? undefined : null);

/** What this tab sends goes out in this user's name. Another tab says sooner than the viewer who it is now. */
export const isSignedIn = (userId: string): boolean =>
  viewer.value?.id === userId && !hasExpired.value && localStorage.getItem(signedInKey) === userId;

/** The session ended while somebody worked: the page stays, with the sign-in above it. */
export const hasExpired = signal(false);

export const organization = computed<Organization | null>(() => {
  const id = /^\/o\/([^/]+)/.exec(location.value.path)?.[1];
  return viewer.value?.organizations.find((one) => one.id === id) ?? null;
});

export const mayChange = computed(() => ['member', 'admin'].includes(organization.value?.role ?? ''));

export const isAdmin = computed(() => organization.value?.role === 'admin');

/** Opens a page of the organization. */
export const navigateTo = (path: string): void => navigate(`/o/${organization.value!.id}${path}`);

/** Half the life of the cookie. */
const renewEveryMs = 25 * 60 * 1000;

export async function loadViewer(): Promise<void> {
  try {
    const [self, own] = await Promise.all([get('v1/users/getSelf'), get('v1/organizations/getOwnOrganizations')]);
    viewer.value = {
      id: self.data.id,
      username: self.data.username,
      organizations: own.data.map(({ organization: { id, name }, role }) => ({ id, name, role })),
    };
    hasExpired.value = false;
    localStorage.setItem(signedInKey, self.data.id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    viewer.value = null;
    localStorage.removeItem(signedInKey);
  }
}

/** No other tab sends anything before it knows whose cookie it has. */
const holdOthers = (): void => localStorage.removeItem(signedInKey);

export async function signIn(username: string, password: string): Promise<void> {
  holdOthers();
  await post('v1/sessions/login', { username, password, cookie: true });
  await loadViewer();
}

/** Name of the OpenID Connect provider; empty: there is none. The page says it, so that nobody waits for it. */
export const providerName = document.documentElement.dataset.provider ?? '';

/** Where to go after the sign-in with the provider. */
const returnKey = 'return-to';

/** Leaves for the provider, which sends the browser back to `/signin`. */
export async function startProviderSignIn(): Promise<void> {
  const { path, search } = location.value;
  sessionStorage.setItem(returnKey, path.startsWith('/o/') ? path + search : '/');
  const { data } = await post('v1/sessions/startSignIn');
  window.location.assign(data.address);
}

/** What the provider sent the browser back with; null: nothing. The address bar forgets it. */
export function takeProviderAnswer(): { code: string; state: string } | 'cancelled' | null {
  const [code, state, error] = ['code', 'state', 'error'].map((name) => query.value.get(name));
  if (location.value.path !== '/signin' || (!code && !error)) return null;
  navigate('/signin', { replace: true });
  return code && state ? { code, state } : 'cancelled';
}

export async function finishProviderSignIn(answer: { code: string; state: string }): Promise<void> {
  holdOthers();
  await post('v1/sessions/finishSignIn', answer);
  const target = sessionStorage.getItem(returnKey) ?? '/';
  sessionStorage.removeItem(returnKey);
  await loadViewer();
  navigate(target, { replace: true });
}

/** @param scope whether the sessions on other devices end too */
export async function signOut(scope: 'here' | 'everywhere'): Promise<void> {
  await post(scope === 'here' ? 'v1/sessions/endSession' : 'v1/sessions/logout');
  localStorage.removeItem(signedInKey);
  // Names that were decided stand there.
  forgetSent(null);
  forgetImports();
  sessionStorage.removeItem(returnKey);
  viewer.value = null;
  hasExpired.value = false;
}

whenSignedOut(() => {
  if (viewer.value) hasExpired.value = true;
});

/** Another tab has signed in or out. */
function followOthers(): void {
  const next = afterChange(localStorage.getItem(signedInKey), viewer.value?.id, hasExpired.value);
  if (next === 'expire') hasExpired.value = true;
  if (next === 'load') void loadViewer().catch(() => void (hasExpired.value = viewer.value !== null));
}

window.addEventListener('storage', ({ key }) => {
  if (key === signedInKey || key === null) followOthers();
});
// A page that a browser kept while somebody was elsewhere has heard nothing meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followOthers();
});

setInterval(() => {
  if (viewer.value && !hasExpired.value && document.visibilityState === 'visible')
    void post('v1/sessions/renew').catch(() => undefined);
}, renewEveryMs);
