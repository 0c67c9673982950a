import type { FoundElement } from './markup.ts';
import { sourceAttribute } from './position.ts';

/**
 * The elements of a page whose body has only empty ones, as that of most apps: `<div id="root"></div>` and scripts.
 * `null` for every other page, which only a parser can tell. The parser takes longer to load than this page to serve.
 */
export function emptyElements(html: string): FoundElement[] | null {
  const body = onlyBody.exec(html);
  if (body === null) return null;
  const found: FoundElement[] = [];
  let at = body[0].length;
  for (;;) {
    part.lastIndex = at;
    const [text, name, attributes = ''] = part.exec(html) ?? [];
    if (text === undefined) break;
    if (name !== undefined && name !== 'script' && !attributes.includes(sourceAttribute))
      found.push({ start: at, nameEnd: at + 1 + name.length });
    at += text.length;
  }
  return /^<\/body>\s*<\/html>\s*$/.test(html.slice(at)) ? found : null;
}

/** From the start to the end of the body's tag, where that is the only one. */
const onlyBody = /^(?:(?!<body)[^])*<body(?:\s[^<>]*)?>(?![^]*<body)/i;

/** White space, a comment, or an empty element, in which no other one could be. */
const part =
  /\s+|<!--(?!-?>)(?:(?!--)[^])*-->|<(div|main|section|script|[a-z]+-[a-z-]+)((?:\s+[^\s"'<>/=]+(?:=(?:"[^"]*"|'[^']*'))?)*)\s*><\/\1>/y;
