import { hasKind } from '../../apps/apps.ts';
import { noPackageFor } from '../../apps/page-side.ts';

import type { Integration } from './integration.ts';

/** A server in another language: nothing is installed or written, because a proxy adds the overlay. */
export const server: Integration = {
  fits: (app) => hasKind(app, 'server'),
  propose: (app) => {
    const { what, fix } = noPackageFor(app);
    return {
      app,
      install: null,
      change: null,
      byHand: null,
      wiredIn: null,
      remarks: [`${what} ${fix}`],
    };
  },
};
