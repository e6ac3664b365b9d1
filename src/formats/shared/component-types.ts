import type { ComponentType } from '../../model/document.js';

const componentTypes: ReadonlySet<string> = new Set<ComponentType>([
  'application',
  'framework',
  'library',
  'container',
  'platform',
  'operating-system',
  'device',
  'device-driver',
  'firmware',
  'file',
  'machine-learning-model',
  'data',
  'cryptographic-asset',
]);

/** A component type in any spelling ("Operating System", "Machine_Learning_Model"). */
export function parseComponentType(cell: string): ComponentType | undefined {
  const type = cell.toLowerCase().replace(/[\s_]+/g, '-');
  if (componentTypes.has(type)) return type as ComponentType;
  return type === 'os' ? 'operating-system' : undefined;
}
