/** The entry: finds out who shows the view, and starts it. */
import { render } from 'preact';

import { createDocumentPane } from './document/pane.ts';
import { connectApp } from './host/mcp-app.ts';
import { connectPage, pageMark } from './host/page.ts';
import type { ViewHost } from './host/view-host.ts';
import { startReview } from './review.tsx';
import { pageStorage } from './sync/shelf.ts';
import { CannotOpen, Opening } from './ui/opening.tsx';
import { adoptViewStyles } from './ui/styles.ts';
import { applyTheme } from './ui/theme.ts';

async function start(): Promise<void> {
  adoptViewStyles();
  const root = document.createElement('div');
  root.className = 'mdv-root';
  document.body.append(root);
  render(<Opening />, root);
  try {
    const host = await connect();
    applyTheme(host.surroundings);
    const view = await host.opened;
    render(null, root);
    startReview({ host, view, root, createPane: createDocumentPane, storage: pageStorage() });
  } catch (error) {
    render(<CannotOpen problem={error instanceof Error ? error.message : String(error)} />, root);
  }
}

async function connect(): Promise<ViewHost> {
  if (document.querySelector(pageMark) === null) return connectApp(version);
  return connectPage(decodeURIComponent(location.hash.slice(1)));
}

// Put in by the build.
declare const __ANNOTATE_MCP_VERSION__: string;

/** Of this view, as hosts may show it. */
const version = __ANNOTATE_MCP_VERSION__;

void start();
