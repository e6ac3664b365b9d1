export const shapeWeights: readonly (readonly [string, readonly number[]])[] = [
  ['npm', new Array(34).fill(0)],
  ['pypi', new Array(34).fill(0)],
  ['maven', new Array(34).fill(0)],
  ['none', new Array(34).fill(0)],
];
