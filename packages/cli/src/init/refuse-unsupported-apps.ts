import { findUnsupported } from '../apps/supported-versions.ts';
import { CliError } from '../errors.ts';

import type { Project } from './project.ts';

/** Before any question: a person whose framework is too old would answer them for nothing. */
export function refuseUnsupportedApps({ apps, root }: Project): void {
  const found = apps.map((app) => findUnsupported(app, root));
  const [first] = found;
  if (first === null || first === undefined || found.includes(null)) return;
  throw new CliError('init/unsupported', `${first.what} Nothing was changed.`, { hint: first.fix });
}
