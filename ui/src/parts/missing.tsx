import type { JSX } from 'preact';
import { texts } from '../../texts.en.js';

/** There is no such page. */
export function Missing(): JSX.Element {
  return (
    <main class="center" id="main">
      <div class="stack">
        <h1>{texts.errors.notFoundTitle}</h1>
        <p>{texts.errors.notFound}</p>
        <a class="b" href="/">
          {texts.errors.toHome}
        </a>
      </div>
    </main>
  );
}
