import type { ComponentChildren } from 'preact';

import { addressFor, type View } from '../address.ts';
import type { App } from '../app.ts';

export interface LinkProps {
  app: App;
  view: View;
  class?: string;
  children: ComponentChildren;
}

/** Shows another view without loading the page again; with a modifier key the browser opens it as any link. */
export function Link({ app, view, class: look, children }: LinkProps) {
  const click = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    app.go(view);
  };
  return (
    <a class={look} href={addressFor(view)} onClick={click}>
      {children}
    </a>
  );
}
