/**
 * Writes characters that cannot be seen, or that change the order in which others are shown, as their code: a command
 * must be read as what it is. Line breaks and tabs stay.
 */
export function visible(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

const hidden = /[^\P{C}\n\t]|[\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
