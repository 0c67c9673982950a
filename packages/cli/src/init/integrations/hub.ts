import { hasKind } from '../../apps/apps.ts';
import { hubFileOf, hubPackage } from '../../apps/hub-import.ts';

import type { Integration } from './integration.ts';

/** A server of the person's own: init says whether the hub is in it, and does not change its code. */
export const hub: Integration = {
  fits: (app) => hasKind(app, 'hub'),
  propose: (app) => {
    const wiredIn = hubFileOf(app);
    return {
      app,
      install: null,
      change: null,
      byHand: null,
      wiredIn,
      remarks: wiredIn === null ? [howTo] : [],
    };
  },
};

const howTo = `No file here imports ${hubPackage}. Start the hub in your server: https://www.npmjs.com/package/${hubPackage}`;
