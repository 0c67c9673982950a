import type { Handler } from './handler.ts';

export const getNetwork: Handler<'get_network'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => {
    await tab.secrets.look();
    return tab.network.page(params);
  }, signal);
};
