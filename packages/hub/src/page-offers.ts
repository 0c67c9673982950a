/** What a page on this machine can have the person asked: to start an agent, to undo an edit, to write a test. */
import type { Store } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

import { CheckOffer } from './checks/check-offer.ts';
import { ConsentOffers } from './consent-offers.ts';
import { EditUndo } from './edits/edit-undo.ts';
import type { StoreHubOptions } from './options.ts';
import { WorkOffer } from './work-offer.ts';

interface PageOffersDeps {
  readonly store: Store;
  readonly projectRoot: string;
  readonly patches: PatchFiles;
  readonly startWork: StoreHubOptions['startWork'];
  readonly now: () => Date;
  /** Told to the pages on this machine: it happens after the request that asked for it was answered. */
  readonly onFailure: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

interface PageOffers {
  /** `null` when this hub cannot start the program that asks the person. */
  readonly workOffer: WorkOffer | null;
  readonly editUndo: EditUndo;
  readonly checkOffer: CheckOffer;
  /** Withdraws what is asked at the moment. */
  readonly close: () => Promise<void>;
}

export function createPageOffers(deps: PageOffersDeps): PageOffers {
  const { store, projectRoot: root, patches, startWork, now, onFailure, onError } = deps;
  const offers = new ConsentOffers({ store, now, onFailure, onError });
  const workOffer = startWork === undefined ? null : new WorkOffer({ store, startWork, onFailure });
  return {
    workOffer,
    editUndo: new EditUndo({ store, root, patches, offers, now }),
    checkOffer: new CheckOffer({ store, root, offers }),
    close: async () => {
      workOffer?.close();
      await offers.close();
    },
  };
}
