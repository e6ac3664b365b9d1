import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** What nothing holds is gone when this returns. */
export const collectGarbage = runInNewContext('gc') as () => void;
