/** What an agent reads of a page, whichever server wrote it: lines with a role, a name and perhaps a ref. */
export interface OutlineLine {
  /** How far it is indented. */
  readonly depth: number;
  readonly role: string;
  /** The accessible name; of what has none, its value or text. */
  readonly name: string;
  /** What it contains, where that is on the same line. */
  readonly text: string;
  readonly ref: string | null;
  /** As the server wrote it. */
  readonly raw: string;
}

/** How a person would describe what they mean. */
export interface Wanted {
  /** The roles that it may have, the best first. Without one, every role will do. */
  readonly role?: string | readonly string[];
  /** Empty if only the role matters. */
  readonly name: string;
  /** Of several, the one that is nearest to this text, rather after it. */
  readonly near?: string;
  /** Of several, the one that is nearest to this text, rather before it. */
  readonly before?: string;
  /** Only for a server that gives it no ref. */
  readonly css?: string;
}

/** The ref of the line that a model would choose; `null` if no line with a ref fits. */
export function findRef(outline: readonly OutlineLine[], wanted: Wanted): string | null {
  const [best] = outline
    .map((line, index) => ({
      line,
      rank: rankOf(outline, index, wanted),
      distance: distanceOf(outline, index, wanted),
    }))
    .filter(({ line, rank }) => line.ref !== null && rank < noMatch)
    .sort((a, b) => a.rank - b.rank || a.distance - b.distance);
  return best?.line.ref ?? null;
}

export function describeWanted({ role, name, near, before }: Wanted): string {
  const kind = role === undefined ? 'element' : [role].flat().join(' or ');
  const beside = near ?? before;
  return `${kind} ${JSON.stringify(name)}${beside === undefined ? '' : ` near ${JSON.stringify(beside)}`}`;
}

const noMatch = 9;

/** Smaller is better: role and whole name, role and part of the name, an unnamed one beside the name, any role. */
function rankOf(outline: readonly OutlineLine[], index: number, { role, name }: Wanted): number {
  const line = outline[index];
  if (line === undefined) return noMatch;
  const roles = role === undefined ? [] : [role].flat();
  const place = role === undefined ? 0 : roles.indexOf(line.role);
  const hasRole = place >= 0;
  if (name === '') return hasRole ? place / 10 : noMatch;
  if (isSame(line.name, name) || isSame(line.text, name)) return hasRole ? place / 10 : 4;
  if (name.length > 2 && includes(line.name, name)) return hasRole ? 1 + place / 10 : 5;
  // A field whose label is only text is recognised by that text in front of it.
  if (hasRole && roles.length > 0 && line.name === '' && textBefore(outline, index, name)) return 2;
  return noMatch;
}

function textBefore(outline: readonly OutlineLine[], index: number, text: string): boolean {
  return outline.slice(Math.max(0, index - 3), index).some(({ name }) => isSame(name, text));
}

function distanceOf(outline: readonly OutlineLine[], index: number, { near, before }: Wanted): number {
  const text = near ?? before;
  // Of a line and one inside of it, the inner one is meant; otherwise the first.
  if (text === undefined) return index - 2 * innerness(outline, index);
  const distances = outline.flatMap(({ name }, other) => {
    if (!includes(name, text)) return [];
    const isOnRightSide = near === undefined ? index <= other : index >= other;
    return [treeDistance(outline, index, other) + (isOnRightSide ? 0 : 100)];
  });
  return Math.min(...distances, Infinity) - 2 * innerness(outline, index);
}

/** 1 if the line above contains it and has the same name. */
function innerness(outline: readonly OutlineLine[], index: number): number {
  const [line, above] = [outline[index], outline[index - 1]];
  if (line === undefined || above === undefined) return 0;
  return above.depth < line.depth && isSame(above.name, line.name) ? 1 : 0;
}

/** Lines in one element are nearer to each other than lines that follow each other in two. */
function treeDistance(outline: readonly OutlineLine[], a: number, b: number): number {
  const [ancestors, others] = [ancestorsOf(outline, a), new Set(ancestorsOf(outline, b))];
  const steps = ancestors.findIndex((ancestor) => others.has(ancestor));
  return (steps < 0 ? ancestors.length : steps) * 1_000 + Math.abs(a - b);
}

/** The line itself first. */
function ancestorsOf(outline: readonly OutlineLine[], index: number): number[] {
  const found = [index];
  let depth = outline[index]?.depth ?? 0;
  for (let above = index - 1; above >= 0; above--) {
    const its = outline[above]?.depth ?? 0;
    if (its >= depth) continue;
    found.push(above);
    depth = its;
  }
  return found;
}

const isSame = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();
const includes = (whole: string, part: string): boolean => whole.toLowerCase().includes(part.toLowerCase());
