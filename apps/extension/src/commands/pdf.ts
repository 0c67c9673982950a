import type { Handler } from './handler.ts';
import { whileConcealed } from './screenshot.ts';

export const pdf: Handler<'pdf'> = async (params, { tabs, signal }) => {
  const { tabId, landscape, paperWidth, paperHeight, background } = params;
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    await tab.frames.call(tab.frames.main, 'hidePointer');
    const request = { landscape, paperWidth, paperHeight, printBackground: background };
    const { data } = await tab.guard.whileHidden(() =>
      whileConcealed(tab, () => tab.cdp.send('Page.printToPDF', request)),
    );
    return { ...(await tab.page()), file: data };
  }, signal);
};
