import type { Handler } from './handler.ts';

export const getRequest: Handler<'get_request'> = async (params, { tabs, signal, permit }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.network.request(
      params,
      (text) => tab.secrets.maskText(text, 'anywhere'),
      (url) => permit?.mayRead(url) ?? true,
    );
  };
  return tab.run(work, signal, { needsPage: 'no' });
};
