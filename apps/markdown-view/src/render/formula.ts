import createPurifier from 'dompurify';

/** What KaTeX made, as far as it is math: its HTML goes the same way as everybody's. */
export function formulaNodes(html: string): DocumentFragment {
  return createPurifier(window).sanitize(html, {
    USE_PROFILES: { mathMl: true },
    ADD_TAGS: ['semantics'],
    // Its source is in the document already.
    FORBID_TAGS: ['annotation', 'annotation-xml'],
    FORBID_CONTENTS: ['annotation', 'annotation-xml'],
    FORBID_ATTR: ['style', 'class', 'href'],
    RETURN_DOM_FRAGMENT: true,
  });
}
