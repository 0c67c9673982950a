import type { Handler } from './command.ts';

export const getConsole: Handler<'get_console'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => tab.console.page(params), signal);
};

export const getNetwork: Handler<'get_network'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => tab.network.page(params), signal);
};

export const getRequest: Handler<'get_request'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => tab.network.request(params), signal);
};
