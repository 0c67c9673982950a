/** The entry of the view: connects to its host and starts it. */
import { render } from 'preact';

import { createDocumentPanel } from './document/document-panel.ts';
import { connectApp } from './host/mcp-app.ts';
import { connectPage, enterPage, pageSelector } from './host/page.ts';
import type { ViewHost } from './host/view-host.ts';
import { applyTheme } from './page-events.ts';
import { MemoryStorage, pageStorage, tabStorage } from './sync/browser-copies.ts';
import { showDocuments } from './trail.ts';
import { adoptViewStyles } from './ui/adopt-view-styles.ts';
import { CannotOpen, Opening } from './ui/app.tsx';
import { startView } from './view.tsx';

async function start(): Promise<void> {
  adoptViewStyles();
  const root = document.createElement('div');
  root.className = 'mdv-root';
  document.body.append(root);
  render(<Opening />, root);
  try {
    const host = await connect();
    applyTheme(host.context);
    const opened = await host.opened;
    render(null, root);
    const storage = pageStorage() ?? new MemoryStorage();
    const session = tabStorage() ?? new MemoryStorage();
    showDocuments(host, opened, (shown) =>
      startView({ ...shown, root, createPanel: createDocumentPanel, storage, session }),
    );
  } catch (error) {
    render(<CannotOpen problem={error instanceof Error ? error.message : String(error)} />, root);
  }
}

async function connect(): Promise<ViewHost> {
  if (document.querySelector(pageSelector) === null) return connectApp(version);
  return connectPage(await enterPage(tabStorage()));
}

// Defined by the build.
declare const __ANNOTATE_MCP_VERSION__: string;

/** The version of this view, which hosts may show. */
const version = __ANNOTATE_MCP_VERSION__;

void start();
