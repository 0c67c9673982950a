/** Puts a number in front of the page's title, also while the app changes its title. */
export interface TitleSign {
  /** 0 removes the sign. */
  readonly show: (count: number) => void;
  readonly close: () => void;
}

export function createTitleSign(page: Document): TitleSign {
  let sign = '';
  const write = (next: string) => {
    const title = sign !== '' && page.title.startsWith(sign) ? page.title.slice(sign.length) : page.title;
    sign = next;
    if (page.title !== next + title) page.title = next + title;
  };
  // The app may replace the text of the title, or the element.
  const observer = new MutationObserver(() => {
    if (!page.title.startsWith(sign)) page.title = sign + page.title;
  });
  const show = (count: number) => {
    observer.disconnect();
    write(count === 0 ? '' : `(${count}) `);
    if (count > 0) observer.observe(page.head, { childList: true, characterData: true, subtree: true });
  };
  return { show, close: () => show(0) };
}
