import type { Handler } from './handler.ts';

export const getNetwork: Handler<'get_network'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.network.page(params);
  };
  return tab.run(work, signal, { needsPage: 'no' });
};
