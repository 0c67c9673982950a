/** The entry of the view: connects to its host and starts it. */
import { render } from 'preact';

import { createDocumentPanel } from './document/document-panel.ts';
import { enterPage } from './host/enter-page.ts';
import { connectApp } from './host/mcp-app.ts';
import { connectPage, pageSelector } from './host/page.ts';
import type { ViewHost } from './host/view-host.ts';
import { pageSession, pageStorage } from './sync/browser-copies.ts';
import { MemoryStorage } from './sync/memory-storage.ts';
import { showDocuments } from './trail.ts';
import { CannotOpen, Opening } from './ui/opening.tsx';
import { adoptViewStyles } from './ui/styles.ts';
import { applyTheme } from './ui/theme.ts';
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
    const session = pageSession() ?? new MemoryStorage();
    showDocuments(host, opened, (shown) =>
      startView({ ...shown, root, createPanel: createDocumentPanel, storage, session }),
    );
  } catch (error) {
    render(<CannotOpen problem={error instanceof Error ? error.message : String(error)} />, root);
  }
}

async function connect(): Promise<ViewHost> {
  if (document.querySelector(pageSelector) === null) return connectApp(version);
  return connectPage(await enterPage(pageSession()));
}

// Defined by the build.
declare const __ANNOTATE_MCP_VERSION__: string;

/** The version of this view, which hosts may show. */
const version = __ANNOTATE_MCP_VERSION__;

void start();
