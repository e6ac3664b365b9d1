import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new data folder. Others may pass through it: where root runs the bench, the embedded database then lies in it, and
 * goes with it at the end.
 */
export function throwAwayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-bench-'));
  chmodSync(folder, 0o711);
  return folder;
}
