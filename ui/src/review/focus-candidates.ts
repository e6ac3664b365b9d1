/** Back to where the keys of the queue act. */
export const focusCandidates = (): void =>
  document.querySelector<HTMLElement>('.cands')?.focus({ preventScroll: true });
