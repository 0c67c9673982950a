import type { Annotation } from '@annotate-mcp/core';

/** The target of a comment, above its text: the quoted text, or the element. */
export function About({ item }: { item: Annotation }) {
  switch (item.kind) {
    case 'text':
      return (
        <q class="nga-about" data-nga="quote" dir="auto">
          {item.anchor.quote}
        </q>
      );
    case 'element':
    case 'component':
      return (
        <span class="nga-about" data-nga="selector" title={item.selector}>
          <b dir="auto">{item.kind === 'element' ? item.description : item.componentName}</b>{' '}
          <code class="nga-mono">{item.selector}</code>
        </span>
      );
    case 'page':
      return (
        <span class="nga-about" data-nga="page-note">
          Note on the page
        </span>
      );
    case 'markdown':
      return null;
  }
}
