import type { Handler } from './handler.ts';

export const getNetwork: Handler<'get_network'> = async (params, { tabs, signal, permit }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.network.page(params, (url) => permit?.mayRead(url) ?? true);
  };
  return tab.run(work, signal, { needsPage: 'no' });
};
