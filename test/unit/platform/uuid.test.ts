import { validateSync } from 'class-validator';
import { IsId } from '../../../src/platform/identifiers/is-id.js';
import { isId, newId } from '../../../src/platform/identifiers/uuid.js';

class OneDto {
  @IsId()
  id: unknown;
}

class ManyDto {
  @IsId({ each: true })
  ids: unknown;
}

const complaints = (dto: object): string[] => validateSync(dto).flatMap((error) => Object.values(error.constraints!));

describe('ids', () => {
  it('are version 7 and sort by the time of their making', () => {
    const made = Array.from({ length: 1000 }, newId);
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(1000);
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/);
  });

  it.each(['', '0', '../', 'null', ' 018f0000-0000-7000-8000-000000000001', '{018f0000-0000-7000-8000-000000000001}'])(
    'are not %j',
    (text) => expect(isId(text)).toBe(false),
  );

  it('are checked in DTOs', () => {
    expect(complaints(Object.assign(new OneDto(), { id: newId() }))).toEqual([]);
    expect(complaints(Object.assign(new OneDto(), { id: [newId()] }))).toEqual(['must be a UUID']);
    expect(complaints(Object.assign(new ManyDto(), { ids: [newId(), 7] }))).toEqual(['each must be a UUID']);
  });
});
