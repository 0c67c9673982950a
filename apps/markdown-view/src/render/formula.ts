import createPurifier from 'dompurify';

/** The MathML of KaTeX's output, sanitised like any other HTML. */
export function formulaNodes(html: string): DocumentFragment {
  return createPurifier(window).sanitize(html, {
    USE_PROFILES: { mathMl: true },
    ADD_TAGS: ['semantics'],
    // The source is in the document already.
    FORBID_TAGS: ['annotation', 'annotation-xml'],
    FORBID_CONTENTS: ['annotation', 'annotation-xml'],
    FORBID_ATTR: ['style', 'class', 'href'],
    RETURN_DOM_FRAGMENT: true,
  });
}
