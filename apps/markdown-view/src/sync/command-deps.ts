import type { ViewTarget } from '@annotate-mcp/markdown';

import type { DocumentPanel } from '../document/panel-types.ts';
import type { ViewHost } from '../host/view-host.ts';
import type { ViewStateContainer } from '../state/container.ts';
import type { Trail } from '../trail.ts';

import type { BrowserCopies } from './browser-copies.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Notifier } from './notifier.ts';
import type { Server } from './server.ts';

/** What the commands of the view work with. */
export interface CommandDeps {
  readonly state: ViewStateContainer;
  readonly server: Server;
  readonly drafts: DraftSaver;
  readonly copies: BrowserCopies;
  readonly host: ViewHost;
  readonly notifier: Notifier;
  /** Scrolls the document to the target and marks it for a moment. */
  readonly reveal: (target: ViewTarget) => void;
  /** What commands use of the document on the screen. */
  readonly panel: () => Pick<DocumentPanel, 'loadAll' | 'reloadPicture' | 'scrollToChange'>;
  readonly trail: Trail;
  readonly newId: () => string;
}
