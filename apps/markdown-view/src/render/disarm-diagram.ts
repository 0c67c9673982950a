/**
 * Takes out of a diagram's source what could request an address. mermaid puts its drawing into the page before the view
 * gets it, so that it is too late to sanitise the drawing: a style is applied, and a picture is requested at once.
 */
export function disarmDiagram(source: string): string {
  return source
    .replaceAll(/@\{[^}]*\}?/g, withoutPicture)
    .replaceAll(requestingFunction, 'none (')
    .replaceAll(/@(?=\\?i)/gi, '@ ')
    .replaceAll(requestingTag, '‹');
}

/** The properties of a shape, in YAML: an escape could write `img` in another way. */
function withoutPicture(properties: string): string {
  return properties.replaceAll('\\', '').replaceAll(/img/gi, 'picture');
}

/** `url(` and `image-set(`, however CSS allows to write them. */
const requestingFunction = new RegExp(`(?:${spelled('url')}|${spelled('set')})\\s*\\(`, 'gi');

/** Elements with attributes that make a request, in labels. */
const requestingTag =
  /<(?=(?:img|image|feimage|use|svg|picture|source|video|audio|track|iframe|frame|object|embed|link|input|base|meta|body|table|tr|td|th|style|script)[\s/])/gi;

/** Each letter as it is, escaped, or as its number. */
function spelled(word: string): string {
  return Array.from(word)
    .map((letter) => {
      const numbers = [letter, letter.toUpperCase()].map((each) => each.charCodeAt(0).toString(16));
      return `(?:\\\\?${letter}|\\\\0{0,4}(?:${numbers.join('|')})\\s?)`;
    })
    .join('');
}
