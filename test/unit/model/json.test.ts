import type { Json, JsonObject } from '../../../src/model/document.js';
import * as json from '../../../src/model/json.js';

const values: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  0,
  '',
  'a',
  [],
  [1, 'a', {}, { b: 1 }],
  {},
  { c: 'd' },
];

test('a value of another kind counts as missing', () => {
  expect(values.map(json.isObject)).toEqual([...Array<boolean>(8).fill(false), true, true]);
  expect(values.map(json.objectOf)).toEqual([...Array<object>(9).fill({}), { c: 'd' }]);
  expect(values.map(json.listOf).map(({ length }) => length)).toEqual([0, 0, 0, 0, 0, 0, 0, 4, 0, 0]);
  expect(values.map(json.textOf).join('')).toBe('a');
  expect(values.map(json.optionalText)).toEqual([
    ...Array<undefined>(4).fill(undefined),
    '',
    'a',
    ...Array<undefined>(4).fill(undefined),
  ]);
});

test('of a list the items of one kind remain', () => {
  expect(json.objectsOf(values[7])).toEqual([{}, { b: 1 }]);
  expect(json.filledObjectsOf(values[7])).toEqual([{ b: 1 }]);
  expect(json.textsOf(values[7])).toEqual(['a']);
  expect(json.objectsOf({ 0: {} })).toEqual([]);
});

test('members are those of the object itself', () => {
  expect(json.ownMember({ a: 1 }, 'a')).toBe(1);
  expect(json.ownMember({}, 'constructor')).toBeUndefined();
  expect(json.textEntries({ a: 'x', b: 1, __proto__: 'y' })).toEqual([['a', 'x']]);
  expect(json.textEntries(['x'])).toEqual([]);
});

test('__proto__ is a member like any other', () => {
  const target: JsonObject = {};
  json.defineMember(target, '__proto__', { polluted: true });
  json.defineMember(target, 'a', 1);
  expect(Object.entries(target)).toEqual([
    ['__proto__', { polluted: true }],
    ['a', 1],
  ]);
  expect(({} as JsonObject).polluted).toBeUndefined();
});

test('a step of a JSON pointer escapes "~" and "/"', () => {
  expect(['a/b~c', '', 3].map(json.pointerToken)).toEqual(['/a~1b~0c', '/', '/3']);
});
