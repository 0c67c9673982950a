import { changeStyles } from './changes.css.ts';
import { codeStyles } from './code.css.ts';
import { documentStyles } from './document.css.ts';
import { highlightStyles } from './highlights.css.ts';
import { readingStyles } from './reading.css.ts';

/** Adopted style sheets work under every content security policy. */
export function adoptStyles(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${documentStyles}${readingStyles}${codeStyles}${highlightStyles}${changeStyles}`);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
