import { parse, postprocess, preprocess } from 'micromark';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import type { Event, Extension } from 'micromark-util-types';

import { mathText } from './math-text.ts';

/** What micromark reads in `source`. Unlike markdown-it it knows where each character is. */
export function eventsOf(source: string, definitions: string): Event[] {
  const document = `${source}\n\n${definitions}\n`;
  return postprocess(
    parse({ extensions: extensions() })
      .document()
      .write(preprocess()(document, undefined, true)),
  );
}

let made: Extension[] | undefined;

function extensions(): Extension[] {
  const { flow = {} } = math();
  made ??= [gfm({ singleTilde: false }), frontmatter(['yaml']), { flow }, mathText()];
  return made;
}
