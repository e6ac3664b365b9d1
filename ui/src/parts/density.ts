export type Density = 'compact' | 'roomy';

const storageKey = 'density';

/** How much room rows have; on a screen that is touched they are roomy unless the user chose. */
export function density(): Density {
  const chosen = localStorage.getItem(storageKey);
  if (chosen === 'compact' || chosen === 'roomy') return chosen;
  return matchMedia('(pointer: coarse)').matches ? 'roomy' : 'compact';
}

export function changeDensity(): void {
  const next = density() === 'roomy' ? 'compact' : 'roomy';
  localStorage.setItem(storageKey, next);
  document.documentElement.dataset.density = next;
  // Tables that draw only the rows in view count with their height.
  dispatchEvent(new Event('resize'));
}
