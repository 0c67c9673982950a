import type { Handler } from './handler.ts';

export const getNetwork: Handler<'get_network'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => tab.network.page(params), signal, { needsPage: 'no' });
};
