import { v7 } from 'uuid';

/** A new id: UUID version 7, so that ids made later sort later and indexes grow at one end. */
export const newId = (): string => v7();

/** The one spelling of an id that is taken: any UUID version, lower or upper case, with hyphens. */
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isId = (value: unknown): value is string => typeof value === 'string' && idPattern.test(value);
