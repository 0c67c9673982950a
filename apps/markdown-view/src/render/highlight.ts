/** Colours code whose fence names its language. The language is never guessed. */
import hljs from 'highlight.js/lib/common';

/** Longer code is not coloured, because that takes long and such code is mostly data. */
const limit = 60_000;

export function highlightCode(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('pre > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length);
    const text = code.textContent;
    if (text.length > limit || hljs.getLanguage(language) === undefined) continue;
    const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
    const template = document.createElement('template');
    template.innerHTML = value;
    // Used only when the words are unchanged, because anchors are offsets in these words.
    if (template.content.textContent === text) code.replaceChildren(template.content);
  }
}
