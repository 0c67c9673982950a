import type { Handler } from './handler.ts';

export const getConsole: Handler<'get_console'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.console.page(params, (text) => tab.secrets.maskText(text, 'anywhere'));
  };
  return tab.run(work, signal, { needsPage: 'no' });
};
