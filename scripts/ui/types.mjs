/** Writes the types of the API alone: the linter and the compiler need them before a build. */
import { writeApiTypes } from './api-types.mjs';

writeApiTypes();
