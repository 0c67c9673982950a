import type { ProofChange } from './proof.ts';

/** `padding 12px → 16px`: each of these properties, with those that follow from another one left out. */
export function describeStyles(
  names: readonly string[] | null,
  before: Record<string, string> = {},
  after: Record<string, string> = {},
): ProofChange[] {
  // A target with very many elements keeps no styles for the last of them.
  if (names === null) return [{ what: 'style' }];
  const changes = names
    .filter((name) => !followsColor(name, before, after))
    .map((name): ProofChange => ({
      what: 'style',
      name,
      ...(before[name] !== undefined && { before: before[name] }),
      ...(after[name] !== undefined && { after: after[name] }),
    }));
  return joinSides(changes);
}

/** Borders, outlines and decorations are drawn in the colour of the text unless they have one. */
function followsColor(name: string, before: Record<string, string>, after: Record<string, string>): boolean {
  if (name === 'color' || !/color|fill|stroke/.test(name)) return false;
  return before[name] === before.color && after[name] === after.color && before.color !== after.color;
}

const sides = ['top', 'right', 'bottom', 'left'];
const corners = ['top-left', 'top-right', 'bottom-left', 'bottom-right'];

/** Four sides that changed alike are one line. */
function joinSides(changes: readonly ProofChange[]): ProofChange[] {
  let joined = [...changes];
  for (const [parts, pattern] of [
    [sides, /^(margin|padding)-(?:top|right|bottom|left)$/],
    [sides, /^(border)-(?:top|right|bottom|left)-(width|style|color)$/],
    [corners, /^(border)-(?:top|bottom)-(?:left|right)-(radius)$/],
  ] as const) {
    const groups = Map.groupBy(joined, ({ name = '', before, after }) => {
      const found = pattern.exec(name);
      if (found === null) return null;
      const short = [found[1], found[2]].filter((part) => part !== undefined).join('-');
      return JSON.stringify([short, before, after]);
    });
    joined = [...groups].flatMap(([key, group]) => {
      if (key === null || group.length !== parts.length) return group;
      const [short] = JSON.parse(key) as [string];
      return group.slice(0, 1).map((first) => ({ ...first, name: short }));
    });
  }
  return joined;
}
