import type { Handler } from './handler.ts';

export const pdf: Handler<'pdf'> = async (params, { tabs, signal }) => {
  const { tabId, landscape, paperWidth, paperHeight, background } = params;
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    await tab.frames.call(tab.frames.main, 'hidePointer');
    const { data } = await tab.cdp.send('Page.printToPDF', {
      landscape,
      paperWidth,
      paperHeight,
      printBackground: background,
    });
    return { ...(await tab.page()), file: data };
  }, signal);
};
