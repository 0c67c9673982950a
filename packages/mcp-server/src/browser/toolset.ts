import { registerTool } from '../register-tool.ts';
import type { ToolContext } from '../tool.ts';
import type { Toolset } from '../toolset.ts';

import type { BrowserContext, BrowserDeps } from './context.ts';
import { browserTools } from './tools/index.ts';

/** The person's own Chrome. Only a process that has a bridge to the extension can offer it. */
export function createBrowserToolset(deps: BrowserDeps): Toolset {
  return {
    name: 'browser',
    instructions: 'The browser_* tools are their own Chrome: look at what you changed.',
    register: (server, host) => {
      for (const tool of browserTools)
        registerTool(server, tool, host, (context) => withBrowser(context, deps));
    },
  };
}

function withBrowser(context: ToolContext, { browser, ...deps }: BrowserDeps): BrowserContext {
  const { agent, signal } = context;
  return {
    ...context,
    ...deps,
    ask: (type, params) => browser.run(type, params, { agent: agent.actor.agentName, signal }),
  };
}
