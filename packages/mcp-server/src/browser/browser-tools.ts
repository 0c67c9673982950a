/** For a process that reaches the bridge only when a tool is called: it loads neither sockets nor HTTP. */
export type { Browser, BrowserDeps } from './context.ts';
export { createBrowserToolset } from './toolset.ts';
