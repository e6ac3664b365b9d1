import './node-version.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { PreparationError } from './run.mjs';

/** Makes the clone ready to run: packages installed, sources built. Ends the process with one sentence otherwise. */
export function prepare() {
  run(install, build);
}

export function prepareWithoutBuild() {
  run(install);
}

function run(...steps) {
  try {
    for (const step of steps) step();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
