import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/**
 * Installs the packages of package-lock.json if node_modules differs from it. npm writes `node_modules/.package-lock.json`
 * last, so an interrupted installation has none.
 */
export function install() {
  const reason = whyIncomplete();
  if (!reason) return;
  console.log(`Installing packages (${reason}) …`);
  run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']);
}

function whyIncomplete() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  if (!installed)
    return existsSync(join(root, 'node_modules')) ? 'the last installation was interrupted' : 'first start';
  for (const [folder, locked] of Object.entries(packagesOf(join(root, 'package-lock.json')))) {
    // Optional packages belong to other platforms, or were left out on purpose.
    if (folder === '' || locked.optional || locked.devOptional) continue;
    const found = installed[folder];
    if (found?.version !== locked.version || found.integrity !== locked.integrity)
      return `${folder.slice('node_modules/'.length)} ${locked.version} is missing`;
    if (!existsSync(join(root, folder, 'package.json'))) return `${folder.slice('node_modules/'.length)} is incomplete`;
  }
  return null;
}

function packagesOf(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  } catch {
    return null;
  }
}
