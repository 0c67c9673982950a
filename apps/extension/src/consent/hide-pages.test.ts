import { describe, expect, it } from 'vitest';

import type { TabInfo } from '@annotate-mcp/browser-protocol';

import { hidePages, type Visibility } from './hide-pages.ts';

function tab(tabId: number, url: string): TabInfo {
  return {
    tabId,
    windowId: 1,
    url,
    title: `Title of ${url}`,
    active: true,
    status: 'loading',
    driven: false,
  };
}

const visibility: Visibility = (_, url) => {
  if (url.includes('never')) return null;
  return !url.includes('secret');
};
const page = { tabId: 1, hadHiddenPage: false };

describe('what an agent gets to see', () => {
  it('has no page of a site that is never driven, also when the history or bookmarks are searched', () => {
    const pages = [
      { url: 'https://a.test/' },
      { url: 'https://never.test/x' },
      { url: 'https://secret.test/' },
    ];
    const found = hidePages({ pages }, { tabId: null, hadHiddenPage: false }, visibility);
    expect(found.pages.map(({ url }) => url)).toEqual(['https://a.test/', 'https://secret.test/']);
  });

  it('has of a tab that it may not see its id alone, and nothing of one that is never driven', () => {
    const { tabs } = hidePages(
      { tabs: [tab(1, 'https://a.test/'), tab(2, 'https://secret.test/'), tab(3, 'https://never.test/')] },
      { tabId: null, hadHiddenPage: false },
      visibility,
    );
    expect(tabs).toEqual([
      tab(1, 'https://a.test/'),
      {
        tabId: 2,
        windowId: 1,
        url: '',
        title: '',
        active: false,
        status: 'complete',
        driven: false,
        hidden: true,
      },
    ]);
  });

  it('has no address, title or dialog of the page that a click led to', () => {
    const result = {
      url: 'https://secret.test/?code=1',
      title: 'Secret',
      navigated: true,
      dialogs: [{ kind: 'alert', message: 'Secret', accepted: true }],
      openedTabs: [tab(2, 'https://secret.test/'), tab(3, 'https://never.test/')],
      on: 'link "Go"',
    };
    const shown = hidePages(result, page, visibility);
    expect(shown).toMatchObject({ url: '', title: '', hidden: true, dialogs: [], on: 'link "Go"' });
    expect(JSON.stringify(shown)).not.toMatch(/secret|never/i);
  });

  it('has no dialog if a hidden page was shown meanwhile', () => {
    const result = { url: 'https://a.test/', title: 'A', dialogs: [{ message: 'of which page?' }] };
    expect(hidePages(result, { ...page, hadHiddenPage: true }, visibility)).toEqual({
      ...result,
      dialogs: [],
    });
    expect(hidePages(result, page, visibility)).toBe(result);
  });

  it('has nothing in the history of a site that is never driven', () => {
    const pages = ['https://a.test/', 'https://secret.test/', 'https://never.test/'].map((url) => ({ url }));
    const shown = hidePages({ pages }, { tabId: null, hadHiddenPage: false }, visibility);
    expect(shown.pages).toEqual(pages.slice(0, 2));
  });

  it('has no title of an empty page, which another site may have written', () => {
    for (const url of ['about:blank', 'about:blank#x']) {
      const { tab: shown } = hidePages({ tab: tab(1, url) }, page, visibility);
      expect(shown).toMatchObject({ url, title: '' });
    }
  });

  it('has no address of a file that another site sent, and nothing of one that is never driven', () => {
    const file = { name: 'a.pdf', state: 'done', bytes: 7, totalBytes: 7, path: '/home/ann/a.pdf' } as const;
    const own = [
      { ...file, url: 'https://a.test/a.pdf' },
      { ...file, url: 'data:text/plain,x…' },
      { ...file, url: 'blob:https://a.test/1' },
    ];
    const foreign = ['https://secret.test/?a=4321', 'https://never.test/?a=4321'];
    const result = {
      url: 'https://a.test/',
      title: 'A',
      downloads: [...own, ...foreign.map((url) => ({ ...file, url }))],
    };
    const { downloads } = hidePages(result, page, visibility);
    expect(downloads.slice(0, 4)).toEqual([...own, { ...file, url: '' }]);
    expect(downloads[4]).toMatchObject({ url: '', path: null, state: 'done' });
    expect(JSON.stringify(downloads[4])).not.toMatch(/never\.test|4321|a\.pdf|7/);
  });
});
