/** Text of people, agents and pages, without anything that an editor would obey or show as something else. */

/** Keeps line breaks. */
export function plainText(text: string): string {
  // Bidirectional controls make text read as something else.
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim();
}

export function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

/**
 * Markdown that shows exactly this text. Nothing in it becomes a link, a picture or HTML: an editor would load a picture
 * from any server when the pointer is over the line.
 */
export function asMarkdown(text: string): string {
  return plainText(text)
    .trim()
    .split('\n')
    .map((line) => escapedLine(line.trimEnd()))
    .join('  \n');
}

function escapedLine(line: string): string {
  return (
    line
      .replace(/[\\`*_{}[\]<>#|!~&$^]/g, '\\$&')
      // A list, a heading or a rule is one only at the beginning of a line.
      .replace(/^(\s*)([-+=]|\d+(?=[.)]))/, (_, indent: string, mark: string) =>
        /\d/.test(mark) ? `${indent}${mark}\\` : `${indent}\\${mark}`,
      )
      // Four blanks would make it code.
      .replace(/^\s+/, (indent) => '\u00a0'.repeat(indent.length))
      // What looks like an address becomes a link without any mark.
      .replace(/:\/\//g, '\\:\\/\\/')
      .replace(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`)
      .replace(/@/g, '\\@')
  );
}
