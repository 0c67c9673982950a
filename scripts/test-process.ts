/** What every process that runs tests begins with. */
import fc from 'fast-check';

import { startBundledPrograms } from './test-programs.ts';

startBundledPrograms();

// Property tests try the same cases in every run of `npm test`, and new ones in every run of `npm run test:full`.
if (process.env.ANNOTATE_TEST_FULL !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_116 });

// Vitest ends its processes by a signal, at which Node would not say `exit`: servers and folders would stay behind.
if (!process.listeners('SIGTERM').some(({ name }) => name === endTestProcess.name))
  process.once('SIGTERM', endTestProcess);

function endTestProcess(): void {
  process.exit();
}
