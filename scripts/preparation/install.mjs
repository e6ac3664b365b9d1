import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

/**
 * Brings node_modules to the state of package-lock.json, if it is not there already. npm writes its own
 * `node_modules/.package-lock.json` last, so an installation that was killed half-way is one without it.
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
    return existsSync(join(root, 'node_modules')) ? 'the last installation was not finished' : 'first start';
  for (const [folder, wanted] of Object.entries(packagesOf(join(root, 'package-lock.json')))) {
    // Optional packages belong to other platforms, or a person left them out: that is not ours to repair.
    if (folder === '' || wanted.optional || wanted.devOptional) continue;
    const found = installed[folder];
    if (found?.version !== wanted.version || found.integrity !== wanted.integrity)
      return `${folder.slice('node_modules/'.length)} ${wanted.version} is missing`;
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
