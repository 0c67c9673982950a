import type { Handler } from './handler.ts';

export const getRequest: Handler<'get_request'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => tab.network.request(params), signal, { needsPage: 'no' });
};
