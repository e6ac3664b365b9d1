import type { Setting } from '../../src/platform/configuration/settings.js';

export function envExample(settings: Record<string, Setting>): string;
export function withSettingsTable(readme: string, settings: Record<string, Setting>): string;
