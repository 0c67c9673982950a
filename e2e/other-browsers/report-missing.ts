/** Says which browsers are not installed, and how to install them. Ends with 3 when none is, so that nothing is run. */
import { listInstalled, listMissing } from './support/browsers.ts';

for (const { name, debianPackages } of listMissing()) {
  console.log(
    `${name} is not installed, so its tests are skipped. Install it (Debian: apt-get install ${debianPackages}), then run npm run test:browsers.`,
  );
}
if (listInstalled().length === 0) process.exitCode = 3;
