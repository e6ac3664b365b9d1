import './node-version.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { PreparationError } from './run.mjs';

/** Installs packages and builds the sources. On failure it prints one sentence and ends the process. */
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
