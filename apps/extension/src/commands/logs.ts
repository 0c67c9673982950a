/** What a page has logged, requested and measured. */
import type { PerformanceReport, ResultOf } from '@annotate-mcp/browser-protocol';

import { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';

import type { Handler } from './handler.ts';

const getConsole: Handler<'get_console'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.console.page(params, (text) => tab.secrets.maskText(text, 'anywhere'));
  };
  return tab.run(work, signal, { needsPage: 'no' });
};

const getNetwork: Handler<'get_network'> = async (params, { tabs, signal, permit }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    await tab.secrets.look();
    return tab.network.page(params, (url) => permit?.mayRead(url) ?? true);
  };
  return tab.run(work, signal, { needsPage: 'no' });
};

const getRequest: Handler<'get_request'> = async (params, { tabs, signal, permit }) => {
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

/**
 * What a page load or a few seconds cost. By the page's own timings and Chrome's counters: a trace of the Tracing domain
 * would contain all other tabs too, and be megabytes long.
 */
type Counters = Readonly<Record<string, number | undefined>>;

const begun = new WeakMap<Tab, Counters>();

const getPerformance: Handler<'get_performance'> = async ({ tabId, phase, waitMs }, { tabs, signal }) => {
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    if (phase === 'begin') {
      await tab.cdp.send('Performance.enable', { timeDomain: 'timeTicks' });
      begun.set(tab, await countersOf(tab));
      return tab.page();
    }
    const deadline = new Deadline(waitMs, signal);
    await deadline.pause(waitMs);
    const report = withoutClosed(await tab.frames.call(tab.frames.main, 'reportPerformance'), tab);
    const mainThread = compare(begun.get(tab), await countersOf(tab));
    begun.delete(tab);
    await tab.cdp.send('Performance.disable', {});
    return { ...(await tab.page()), report, ...(mainThread !== null && { mainThread }) };
  }, signal);
};

/** A frame is a resource of its page, and its address may be one that no agent sees. */
function withoutClosed(report: PerformanceReport, { frames }: Tab): PerformanceReport {
  const page = frames.chainOf(frames.main);
  const isShown = (url: string) => frames.accessToChain([...page, { url, origin: '' }]) !== 'closed';
  const slowest = report.requests.slowest.filter(({ url }) => isShown(url));
  const slowScripts = report.slowScripts.filter(({ source }) => isShown(source.split(' ')[0] ?? ''));
  return { ...report, requests: { ...report.requests, slowest }, slowScripts };
}

async function countersOf(tab: Tab): Promise<Counters> {
  const { metrics } = await tab.cdp.send('Performance.getMetrics', {});
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

function compare(
  before: Counters | undefined,
  after: Counters,
): NonNullable<ResultOf<'get_performance'>['mainThread']> | null {
  if (before === undefined) return null;
  const spent = (name: string): number => {
    const [from = 0, to = 0] = [before[name], after[name]];
    // A document in another process begins to count at zero.
    return Math.round((to < from ? to : to - from) * 1_000);
  };
  return {
    overMs: spent('Timestamp'),
    taskMs: spent('TaskDuration'),
    scriptMs: spent('ScriptDuration'),
    layoutMs: spent('LayoutDuration'),
    styleMs: spent('RecalcStyleDuration'),
    heapBytes: Math.round(after.JSHeapUsedSize ?? 0),
  };
}

export const logHandlers = {
  get_console: getConsole,
  get_network: getNetwork,
  get_request: getRequest,
  get_performance: getPerformance,
};
