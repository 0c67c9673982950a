/** `npm run build:vscode`: the extension in dist/extension, and the .vsix beside it. */
import { join } from 'node:path';

import { buildVsix } from './build-vsix.ts';

const { vsix } = await buildVsix(join(import.meta.dirname, 'dist'));
process.stdout.write(`${vsix}\n`);
