import type { Handler } from './handler.ts';

export const getConsole: Handler<'get_console'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => tab.console.page(params), signal, { needsPage: 'no' });
};
