import { conformToSpec } from '../../../../src/formats/schema/conform-to-spec.js';
import {
  boolean,
  choice,
  exactlyOne,
  integer,
  list,
  object,
  ruled,
  text,
  type ObjectSchema,
  type SpecTarget,
} from '../../../../src/formats/schema/schema.js';
import type { JsonObject } from '../../../../src/model/document.js';

const inner = object({ id: { schema: () => text }, name: { schema: () => text } }, exactlyOne('id', 'name'));
const schema: ObjectSchema = object({
  title: { schema: () => ruled((value) => (value === '' ? null : value.trim())), required: 'untitled' },
  kind: { schema: () => choice('a b', { '1.5': 'c' }, 'a') },
  size: { schema: () => integer(0, 9) },
  isOpen: { schema: () => boolean },
  tags: { schema: () => list(text, 'tag', { unique: true }) },
  inner: { schema: () => inner },
  late: { schema: () => text, since: '1.5' },
});

function conform(value: JsonObject, more: Partial<SpecTarget> = {}) {
  const losses: string[] = [];
  const onLoss: SpecTarget['onLoss'] = (_what, path) => void losses.push(path.join('.'));
  const result = conformToSpec(value, schema, { version: '1.4', encoding: 'JSON', onLoss, ...more });
  return { result, losses };
}

describe('conformToSpec', () => {
  test('returns a valid value itself, without a copy', () => {
    const value = { title: 't', kind: 'b', size: 3, isOpen: true, tags: ['x', 'y'], inner: { id: '1' } };
    const { result, losses } = conform(value);
    expect(result).toBe(value);
    expect(losses).toEqual([]);
  });

  test('never changes the value it is given', () => {
    const value = { title: ' t ', kind: 'c', tags: ['x', 'x'], inner: { id: '1', name: 'n' }, unknown: 1 };
    const before = structuredClone(value);
    conform(value);
    expect(value).toEqual(before);
  });

  test('repairs what it can, leaves out the rest and reports each loss with its path', () => {
    const { result, losses } = conform({
      title: ' t ',
      kind: 'z',
      size: 10,
      isOpen: 'true',
      tags: ['x', { no: 'text' }, 'x', null],
      inner: { id: '1', name: 'n' },
      unknown: 1,
    });
    expect(result).toEqual({ title: 't', kind: 'a', isOpen: true, tags: ['x'], inner: { id: '1' } });
    expect(losses).toEqual(['kind', 'size', 'tags.1', 'inner.name', 'unknown']);
  });

  test('allows members and values from their version on', () => {
    const value = { title: 't', kind: 'c', late: 'now' };
    expect(conform(value).result).toEqual({ title: 't', kind: 'a' });
    expect(conform(value, { version: '1.5' }).result).toBe(value);
  });

  test('a default stands in for a required member that is missing or lost', () => {
    const missing: string[] = [];
    const onMissing: SpecTarget['onMissing'] = (path) => void missing.push(path.join('.'));
    expect(conform({}, { onMissing }).result).toEqual({ title: 'untitled' });
    expect(conform({ title: '' }, { onMissing }).result).toEqual({ title: 'untitled' });
    expect(missing).toEqual(['title', 'title']);
  });

  test('leaves out empty lists where the target says so', () => {
    expect(conform({ title: 't', tags: [] }).result).toEqual({ title: 't', tags: [] });
    expect(conform({ title: 't', tags: [] }, { omitsEmptyLists: true })).toEqual({
      result: { title: 't' },
      losses: [],
    });
  });

  test('replaces characters that XML cannot hold', () => {
    const value = { title: 'a\u0001b' };
    expect(conform(value).result).toBe(value);
    expect(conform(value, { encoding: 'XML' }).result).toEqual({ title: 'a\ufffdb' });
  });
});
