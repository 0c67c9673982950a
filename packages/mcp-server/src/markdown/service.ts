/** The root of Markdown review: creates the registry of views and the server that shows them, and connects both. */
import { type Agents, openSidecarAgents } from '@annotate-mcp/store';

import type { DocumentVerdicts } from '../annotations/document-verdicts.ts';

import { describeVerdict } from './describe-verdict.ts';
import { ViewFiles } from './view-files.ts';
import { type ViewAddress, ViewServer } from './view-server/view-server.ts';
import { ViewRegistry, type ViewRegistryOptions } from './views/view-registry.ts';

/** Settings of a server that concern Markdown review. */
export interface MarkdownSettings {
  /** Further folders whose files may be opened. */
  roots?: readonly string[] | undefined;
  /** Holds `markdown-view.html`, `mermaid.js` and `katex.js`. Without it files are discussed as text. */
  viewFolder?: string | undefined;
  /** Opens a browser tab; without it, or when it returns `false`, the agent passes the address on. */
  openUrl?: ((url: string) => unknown) | undefined;
  /** Where the tabs are served. */
  address?: ViewAddress | undefined;
  projectAgents?: ViewRegistryOptions['projectAgents'];
}

export interface MarkdownServiceOptions extends MarkdownSettings, ViewRegistryOptions {}

export interface MarkdownService {
  readonly views: ViewRegistry;
  readonly verdicts: DocumentVerdicts;
  /** How views are shown; `null` without a folder that has the built view. */
  readonly display: ViewDisplay | null;
  /** The agents that may hold comments on the documents of a project. */
  agentsOf(root: string): Agents;
  /** Every poll and every waiting agent is answered first. */
  close(): Promise<void>;
}

export interface ViewDisplay {
  /** The built view, for hosts that show it in a frame. */
  readonly files: ViewFiles;
  /** Serves the view for browser tabs. */
  readonly server: ViewServer;
  readonly openUrl: MarkdownSettings['openUrl'];
  readonly debug: (line: string) => void;
}

export function createMarkdownService(options: MarkdownServiceOptions): MarkdownService {
  const presences = new Map<string, ReturnType<typeof openSidecarAgents>>();
  const agentsOf = (root: string) => {
    const presence = presences.get(root) ?? openSidecarAgents({ root });
    presences.set(root, presence);
    return presence.agents;
  };
  const views = new ViewRegistry({ ...options, agentsOf });
  const display = createDisplay(views, options);
  return {
    views,
    verdicts: openVerdicts(views),
    display,
    agentsOf,
    close: async () => {
      views.closeViews();
      await display?.server.close();
      await views.close();
      for (const presence of presences.values()) await presence.close();
    },
  };
}

/** The verdicts on the documents that are open in this process. */
function openVerdicts(views: Pick<ViewRegistry, 'documents' | 'onVerdict'>): DocumentVerdicts {
  return {
    describe: (path) =>
      views.documents().flatMap(({ fileMeta, verdict }) => {
        if (verdict === null || (path !== undefined && path !== fileMeta.path)) return [];
        const since = verdict.outdated ? ' The file has changed since.' : '';
        return [`${verdict.at} ${describeVerdict(verdict, fileMeta.path).content}${since}`];
      }),
    subscribe: (onChange) => ({ close: views.onVerdict(onChange) }),
  };
}

function createDisplay(
  views: ViewRegistry,
  { viewFolder, openUrl, address, debug = () => undefined }: MarkdownServiceOptions,
): ViewDisplay | null {
  if (viewFolder === undefined) return null;
  const files = new ViewFiles(viewFolder);
  return { files, server: new ViewServer({ views, files, debug, address }), openUrl, debug };
}
