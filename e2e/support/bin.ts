import { join } from 'node:path';

/** The built program, as people start it. */
export const bin = join(import.meta.dirname, '../../packages/cli/dist/bin.mjs');
