/** Colours in code whose fence names its language. Nothing is guessed. */
import hljs from 'highlight.js/lib/common';

/** Colouring takes its time; what is longer than this is data rather than something to read. */
const limit = 60_000;

export function highlightCode(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('pre > code[class^="language-"]')) {
    const language = code.className.slice('language-'.length);
    const text = code.textContent;
    if (text.length > limit || hljs.getLanguage(language) === undefined) continue;
    const { value } = hljs.highlight(text, { language, ignoreIllegals: true });
    const template = document.createElement('template');
    template.innerHTML = value;
    // The same words in spans, or nothing: places in the text are counted in these words.
    if (template.content.textContent === text) code.replaceChildren(template.content);
  }
}
