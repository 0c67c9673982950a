/**
 * Pages that a server renders: their templates are the components. In development Rails and Phoenix write the file of each
 * template into comments around its output, and any server can write `data-annotate-source`.
 *
 *     <!-- BEGIN app/views/orders/_order.html.erb
 *     --> … <!-- END app/views/orders/_order.html.erb -->
 *     <!-- <ShopWeb.OrderHTML.order> lib/shop_web/order.ex:12 (shop) --> … <!-- </ShopWeb.OrderHTML.order> -->
 */
import type { SourceLocation } from '@annotate-mcp/core';

import { outwards } from './dom-tree.ts';
import type { ComponentSummary, InspectContext, Inspector } from './inspector.ts';
import { treePath, unresolved } from './summaries.ts';

export const serverTemplate: Inspector = {
  name: 'server-template',

  ancestry: (element) =>
    templatesAround(element).map(({ name, file, hostUp }) => summaryOf(name, file, hostUp)),

  /** The line that Phoenix writes counts in the file of the template around; what Rails writes has no line. */
  locate: (element, context) => Promise.resolve(lineOf(element, context)),

  files: (element, context) =>
    Promise.resolve(templatesAround(element).map(({ file }) => projectFile(file, context))),

  describe: async (element, depth, context) => {
    const templates = templatesAround(element);
    const template = templates[depth];
    if (template === undefined) throw new RangeError('There is no such template here.');
    const { name, file, line, hostUp } = template;
    const files = await serverTemplate.files(element, context);
    const path = files[depth] ?? null;
    const ancestry = templates.map((each) => summaryOf(each.name, each.file, each.hostUp));
    return {
      componentName: name,
      selector: summaryOf(name, file, hostUp).selector,
      componentFilePath: path ?? unresolved(name),
      ...(path !== null && line !== null && { componentLocation: { file: path, line, column: 1 } }),
      inputs: {},
      componentTreePath: treePath(ancestry, files, depth),
    };
  },
};

function summaryOf(name: string, file: string, hostUp: number): ComponentSummary {
  return { name, selector: file, hostUp };
}

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
    if (named !== null) found.push({ ...named, hostUp });
    for (const mark of openBefore(at)) found.push({ ...mark, hostUp });
    hostUp++;
  }
  return found;
}

/** The marks before a node, beside it, that are not closed before it. */
function* openBefore(node: Node): Generator<Mark> {
  const closed: string[] = [];
  for (let at = node.previousSibling; at !== null; at = at.previousSibling) {
    if (at.nodeType !== Node.COMMENT_NODE) continue;
    const text = (at.nodeValue ?? '').trim();
    const end = endIn(text);
    if (end !== null) closed.push(end);
    const mark = end === null ? markIn(text) : null;
    if (mark === null) continue;
    if (closed.length === 0) yield mark;
    else if (closed.at(-1) === keyOf(mark)) closed.pop();
  }
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
  if (file !== undefined) return located(file, line);
  const phoenixLine = element.getAttribute('data-phx-loc');
  const scope = phoenixLine === null ? undefined : scopesAround(element).find((each) => each.line !== null);
  return scope === undefined ? null : located(projectFile(scope.file, context), phoenixLine ?? undefined);
}

/** The column is not known: an editor opens the line at its beginning. */
function located(file: string | null, line: string | undefined): SourceLocation | null {
  return file === null || !/^[1-9]\d*$/.test(line ?? '') ? null : { file, line: Number(line), column: 1 };
}

/** Dependencies of an Elixir project are inside of it. */
function projectFile(file: string, context: InspectContext): string | null {
  return /^(?:deps|vendor)\//.test(file) ? null : context.toProjectPath(file);
}
