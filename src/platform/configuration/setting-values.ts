import { parseEnv } from 'node:util';
import { ConfigurationError } from './configuration-error.js';
import type { Setting } from './setting.js';
import { settings, type SettingName } from './settings.js';

/** @throws ConfigurationError for a line that sets nothing; Node's parser would pass over it in silence */
export function parseEnvironmentFile(text: string): Record<string, string | undefined> {
  const values = parseEnv(text);
  let open: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (open !== null) {
      if (line.includes(open)) open = null;
      continue;
    }
    if (/^\s*(#|$)/.test(line)) continue;
    const [, value] = /^\s*(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=\s*(.*)$/.exec(line) ?? [];
    if (value === undefined)
      throw new ConfigurationError(
        `.env, line ${index + 1}: this is no setting; write NAME=value, or # before a comment`,
      );
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote && !value.slice(1).includes(quote)) open = quote;
  }
  if (open !== null) throw new ConfigurationError(`.env: a value begins with ${open} and has no ${open} at its end`);
  return values;
}

/** The value of each setting, or its default. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  const wrong: string[] = [];
  for (const [name, setting] of Object.entries(settings) as [SettingName, Setting][]) {
    const value = environment[name]?.trim() || setting.default;
    const complaint = settingError(setting, value);
    if (complaint) wrong.push(`${name} ${complaint}`);
    values.set(name, value);
  }
  if (wrong.length > 0) throw new ConfigurationError(`Wrong settings: ${wrong.join('; ')}`);
  return values;
}

function settingError(setting: Setting, value: string): string | null {
  switch (setting.kind) {
    case 'integer':
      if (!/^\d{1,15}$/.test(value)) return 'must be a whole number';
      if (setting.min !== undefined && Number(value) < setting.min) return `must be at least ${setting.min}`;
      return setting.max !== undefined && Number(value) > setting.max ? `must be at most ${setting.max}` : null;
    case 'boolean':
      return ['true', 'false', setting.default].includes(value) ? null : 'must be true or false';
    case 'text':
      return value !== '' && setting.oneOf && !setting.oneOf.includes(value)
        ? `must be one of ${setting.oneOf.join(', ')}`
        : null;
    case 'list': {
      const unknown = splitList(value).filter((item) => setting.oneOf && !setting.oneOf.includes(item));
      return unknown.length > 0 ? `may hold only ${setting.oneOf?.join(', ')}` : null;
    }
  }
}

export const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
