import type { Cdp } from './cdp.ts';

/**
 * Chrome does not draw a hidden tab, hands over movements of the pointer only with the next press, and slows its timers
 * down. While a screencast runs, the tab is drawn as if it was visible.
 */
export async function whileDrawn<T>(cdp: Cdp, work: () => Promise<T>): Promise<T> {
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 });
  try {
    return await work();
  } finally {
    await cdp.send('Page.stopScreencast', {});
  }
}
