import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../texts.en.js';
import { announce } from './loaded.js';

const saidForMs = 3_000;

/** Browsers give the clipboard to pages over https alone; others take what is selected. */
async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hide';
  // Within an open dialog nothing outside can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** Copies the text, and says whether that worked. */
export function Copy({
  text,
  label = texts.settings.copy,
  of,
}: {
  text: string;
  label?: string;
  of?: string;
}): JSX.Element {
  const [said, setSaid] = useState('');
  const act = async (): Promise<void> => {
    const result = (await copy(text)) ? texts.settings.copied : texts.settings.notCopied;
    announce(result);
    setSaid(result);
    setTimeout(() => setSaid(''), saidForMs);
  };
  return (
    <button type="button" class="b s" {...(of && { 'aria-label': `${label}: ${of}` })} onClick={() => void act()}>
      {said || label}
    </button>
  );
}
