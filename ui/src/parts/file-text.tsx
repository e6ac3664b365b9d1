import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';

const maxShown = 300;

/** Characters that are invisible or turn the direction of what follows, as symbols. */
function visible(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (sign) => {
    const code = sign.codePointAt(0)!;
    if (code < 0x20) return String.fromCodePoint(0x2400 + code);
    return code === 0x7f ? '\u2421' : `\u27e8${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
  });
}

/** Text of a file: isolated from the direction of the page, without control characters, cut where it is long. */
export function FileText({ text, cut = maxShown }: { text: string; cut?: number }): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > cut && !isWhole;
  return (
    <>
      <bdi dir="auto">{visible(isCut ? `${text.slice(0, cut)}…` : text)}</bdi>
      {isCut && cut === maxShown && (
        <button type="button" class="b s bare" onClick={() => setWhole(true)}>
          {texts.showAll}
        </button>
      )}
    </>
  );
}

export const shortText = (text: string, cut = 60): string =>
  visible(text.length > cut ? `${text.slice(0, cut)}…` : text);
