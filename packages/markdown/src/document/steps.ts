/**
 * Limits on how much a parser does for one text. The parser is linear, but for hostile texts it needs some microseconds
 * per character. Steps are counted instead of time, so that server and view decide the same for the same text.
 */
import type { MarkdownIt, StateCore } from 'markdown-it';

/** Lines, beginnings of blocks and checks whether a block ends, for a whole document: about two seconds. */
const mostBlockSteps = 600_000;
/** Attempts to match something in the text of one block, all its items and cells together. */
const mostStepsInBlock = 400_000;
/** The same in one paragraph, heading or cell. */
const mostStepsInText = 100_000;

export class StepLimitError extends Error {
  override name = 'StepLimitError';
}

const stepsLeft = new WeakMap<object, { blocks: number; inside: number; text: number }>();

function stepsOf(environment: object) {
  const known = stepsLeft.get(environment);
  if (known !== undefined) return known;
  const created = { blocks: mostBlockSteps, inside: mostStepsInBlock, text: mostStepsInText };
  stepsLeft.set(environment, created);
  return created;
}

/** Counts the parser's steps by rules that match nothing. Text that takes too many is shown without its markup. */
export function limitSteps(parser: MarkdownIt): void {
  parser.block.ruler.before(
    'table',
    'steps',
    ({ env }) => {
      spendBlockSteps(env, 1);
      return false;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  parser.inline.ruler.before('text', 'steps', ({ env }) => {
    spendTextStep(env);
    return false;
  });
  parser.core.ruler.at('inline', readTexts);
}

function readTexts({ tokens, md, env, Token }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    beginText(env);
    token.children = [];
    try {
      md.inline.parse(token.content, md, env, token.children);
    } catch (error) {
      if (!(error instanceof StepLimitError)) throw error;
      const text = new Token('text', '', 0);
      text.content = token.content;
      token.children = [text];
    }
  }
}

/** The blocks that follow may take as many steps as a whole document. */
export function beginBlocks(environment: object): void {
  stepsOf(environment).blocks = mostBlockSteps;
}

/** How many steps the blocks since `beginBlocks` took. */
export function blockSteps(environment: object): number {
  return mostBlockSteps - stepsOf(environment).blocks;
}

export function isWithinBlockSteps(steps: number): boolean {
  return steps <= mostBlockSteps;
}

export function spendBlockSteps(environment: object, count: number): void {
  const left = stepsOf(environment);
  left.blocks -= count;
  if (left.blocks < 0) throw new StepLimitError('The text has too many lines, blocks or levels of nesting.');
}

function spendTextStep(environment: object): void {
  const left = stepsOf(environment);
  left.text -= 1;
  left.inside -= 1;
  if (left.text < 0 || left.inside < 0) throw new StepLimitError('The text has too much markup.');
}

/** The next text may take its own number of steps. */
export function beginText(environment: object): void {
  stepsOf(environment).text = mostStepsInText;
}

/** The texts that follow belong to another block. `steps` is for a block that is a whole document. */
export function beginBlock(environment: object, steps = mostStepsInBlock): void {
  stepsOf(environment).inside = steps;
}

/** How many steps the texts since `beginBlock` took. */
export function stepsInside(environment: object): number {
  return mostStepsInBlock - stepsOf(environment).inside;
}
