/**
 * Pages that a server renders: their templates are the components. In development Rails and Phoenix write the file of each
 * template into comments around its output, and any server can write `data-annotate-source`.
 *
 *     <!-- BEGIN app/views/orders/_order.html.erb
 *     --> … <!-- END app/views/orders/_order.html.erb -->
 *     <!-- @caller lib/shop_web/home.html.heex:4 (shop) -->
 *     <!-- <ShopWeb.OrderHTML.order> lib/shop_web/order.ex:12 (shop) --> … <!-- </ShopWeb.OrderHTML.order> -->
 */
import type { SourceLocation } from '@annotate-mcp/core';

import { outwards } from './dom-tree.ts';
import type { InspectContext, Inspector } from './inspector.ts';
import { unresolved } from './summaries.ts';

export const serverTemplate: Inspector = {
  name: 'server-template',

  ancestry: (element) =>
    templatesAround(element).map(({ name, file, hostUp }) => ({ name, selector: file, hostUp })),

  /** The line that Phoenix writes counts in the file of the template around; what Rails writes has no line. */
  locate: (element, context) => Promise.resolve(lineOf(element, context)),

  files: (element, context) =>
    Promise.resolve(templatesAround(element).map(({ file }) => projectFile(file, context))),

  usedAt: (element, depth, context) => {
    const caller = templatesAround(element)[depth]?.caller ?? null;
    return Promise.resolve(caller === null ? null : located(projectFile(caller.file, context), caller.line));
  },

  describe: (element, depth, context) => {
    const template = templatesAround(element)[depth];
    if (template === undefined) throw new RangeError('There is no such template here.');
    const { name, file, line } = template;
    const path = projectFile(file, context);
    const componentLocation = located(path, line);
    return Promise.resolve({
      componentName: name,
      selector: file,
      componentFilePath: path ?? unresolved(name),
      ...(componentLocation !== null && { componentLocation }),
      inputs: {},
    });
  },
};

/** What a comment says about what follows it. */
interface Mark {
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
  /** The content of a slot is written in the file that uses the template around it. */
  readonly isSlot: boolean;
}

interface Scope extends Mark {
  readonly hostUp: number;
  /** Where the template is used. */
  readonly caller: Caller | null;
}

interface Caller {
  readonly file: string;
  readonly line: number;
}

/** Those whose own output the element is, nearest first: not the template that only shows it in a slot. */
function templatesAround(element: Element): Scope[] {
  let slots = 0;
  return scopesAround(element).filter(({ isSlot }) => {
    if (isSlot) {
      slots++;
      return false;
    }
    if (slots === 0) return true;
    slots--;
    return false;
  });
}

/** Nearest first. */
function scopesAround(element: Element): Scope[] {
  const found: Scope[] = [];
  let hostUp = 0;
  for (const at of outwards(element)) {
    const named = fileOn(at);
    if (named !== null) found.push({ ...named, hostUp, caller: null });
    for (const open of openBefore(at)) found.push({ ...open, hostUp });
    hostUp++;
  }
  return found;
}

/** The marks before a node, beside it, that are not closed before it. */
function* openBefore(node: Node): Generator<Mark & Pick<Scope, 'caller'>> {
  const closed: string[] = [];
  for (let at = node.previousSibling; at !== null; at = at.previousSibling) {
    const text = commentIn(at);
    if (text === null) continue;
    const end = endIn(text);
    if (end !== null) closed.push(end);
    const mark = end === null ? markIn(text) : null;
    if (mark === null) continue;
    if (closed.length === 0) yield { ...mark, caller: callerBefore(at) };
    else if (closed.at(-1) === keyOf(mark)) closed.pop();
  }
}

function commentIn(node: Node): string | null {
  return node.nodeType === Node.COMMENT_NODE ? (node.nodeValue ?? '').trim() : null;
}

/** Phoenix writes it just before the mark. */
function callerBefore(mark: Node): Caller | null {
  let at = mark.previousSibling;
  while (at?.nodeType === Node.TEXT_NODE && at.nodeValue?.trim() === '') at = at.previousSibling;
  const text = at === null ? null : commentIn(at);
  const [, file, line] = /^@caller (.+):(\d+)(?: \(\w*\))?$/.exec(text ?? '') ?? [];
  return file === undefined ? null : { file, line: Number(line) };
}

function markIn(text: string): Mark | null {
  const [, rails] = /^BEGIN (\S+\/\S+\.\w+)$/.exec(text) ?? [];
  if (rails !== undefined) return { name: templateName(rails), file: rails, line: null, isSlot: false };
  const [, name, file, line] = /^<(:?[\w.]+)> (.+):(\d+)(?: \(\w*\))?$/.exec(text) ?? [];
  if (name === undefined || file === undefined) return null;
  return { name, file, line: Number(line), isSlot: name.startsWith(':') };
}

/** What a mark is closed by: Rails repeats the file, Phoenix the name. */
function keyOf({ name, file, line }: Mark): string {
  return line === null ? file : name;
}

function endIn(text: string): string | null {
  return /^END (\S+\/\S+\.\w+)$/.exec(text)?.[1] ?? /^<\/(:?[\w.]+)>$/.exec(text)?.[1] ?? null;
}

/** `orders/_order` for `app/views/orders/_order.html.erb`: as it is named where it is rendered. */
function templateName(file: string): string {
  return file.replace(/^(?:.*\/)?(?:views|components|templates)\//, '').replace(/(?<=[^/])\.[^/]*$/, '');
}

/** A server that knows no line may write the file alone. */
function fileOn(element: Element): Mark | null {
  const value = element.getAttribute('data-annotate-source');
  if (value === null || !/\.\w+$/.test(value)) return null;
  return { name: templateName(value), file: value, line: null, isSlot: false };
}

function lineOf(element: Element, context: InspectContext): SourceLocation | null {
  const [, file, line] = /^(.+\.\w+):(\d+)$/.exec(element.getAttribute('data-annotate-source') ?? '') ?? [];
  if (file !== undefined) return located(file, Number(line));
  const phoenixLine = element.getAttribute('data-phx-loc');
  const scope = phoenixLine === null ? undefined : scopesAround(element).find((each) => each.line !== null);
  return scope === undefined ? null : located(projectFile(scope.file, context), Number(phoenixLine));
}

/** The column is not known: an editor opens the line at its beginning. */
function located(file: string | null, line: number | null): SourceLocation | null {
  return file === null || line === null || !Number.isInteger(line) || line < 1
    ? null
    : { file, line, column: 1 };
}

/** Dependencies of an Elixir project are inside of it. */
function projectFile(file: string, context: InspectContext): string | null {
  return /^(?:deps|vendor)\//.test(file) ? null : context.toProjectPath(file);
}
