import { parseSync, type Plugin, Visitor } from 'vite';

/**
 * Writes characters beyond ASCII as escapes. One of them makes V8 keep the whole source in two bytes for each character,
 * and Node decode it slowly, which is a measurable part of a start.
 */
export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    generateBundle: (_, bundle) => {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') file.code = escapeBeyondAscii(file.fileName, file.code);
    },
  };
}

export function escapeBeyondAscii(file: string, code: string): string {
  const { program } = parseSync(file, code);
  new Visitor({
    TaggedTemplateExpression: ({ start, end }) => {
      // Its function may read the text as it is written, as `String.raw` does, in which an escape is another text.
      if (beyondAscii.test(code.slice(start, end)))
        throw new Error(
          `${file} has a tagged template with a character beyond ASCII: ${code.slice(start, end)}`,
        );
    },
  }).visit(program);
  return code.replaceAll(
    beyondAsciiAnywhere,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const beyondAscii = /[^\0-\x7f]/;
const beyondAsciiAnywhere = new RegExp(beyondAscii, 'g');
