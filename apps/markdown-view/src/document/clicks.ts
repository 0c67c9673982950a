/** A click in the document follows a link, toggles a task or opens the comment at that point. */

export interface ClickCommands {
  readonly follow: (href: string) => void;
  readonly toggle: (checkbox: Element) => void;
  readonly point: (x: number, y: number, target: Node) => void;
}

export function listenToClicks(article: HTMLElement, commands: ClickCommands): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const foreign = target.closest('.picture-open')?.closest<HTMLElement>('.picture') ?? null;
    const link = target.closest('a');
    const checkbox = target.closest('input');
    if (foreign !== null) commands.follow(foreign.dataset.address ?? '');
    else if (link !== null) {
      // Prevented for every button and key: the frame of the view must never navigate.
      event.preventDefault();
      const href = link.getAttribute('href');
      if (href !== null) commands.follow(href);
    } else if (checkbox !== null) {
      // The box shows the state in the file, which has not changed yet.
      event.preventDefault();
      commands.toggle(checkbox);
    } else if (event.button === 0) commands.point(event.clientX, event.clientY, target);
  };
  article.addEventListener('click', onClick, { signal });
  article.addEventListener(
    'auxclick',
    (event) => {
      if (event.button === 1 && event.target instanceof Element && event.target.closest('a')) onClick(event);
    },
    { signal },
  );
  return () => closing.abort();
}
