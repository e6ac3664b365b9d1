import type { JSX } from 'preact';
import type { Letters } from './letters.js';

/** A name in which the letters are marked that the other one does not have. */
export const LettersText = ({ of }: { of: readonly Letters[] }): JSX.Element => (
  <bdi>{of.map(({ text, isCommon }, index) => (isCommon ? text : <mark key={index}>{text}</mark>))}</bdi>
);
