/** What an agent wants to do, in words for the person. */
import type { CommandType } from '@annotate-mcp/browser-protocol';

const maxCode = 4_000;

export function describeCommand(type: CommandType, params: object): { wants: string; code?: string } {
  const code = codeIn(type, params);
  return { wants: words[type] ?? `Do "${type}".`, ...(code !== undefined && { code }) };
}

function codeIn(type: CommandType, params: object): string | undefined {
  if (type === 'execute_js' && 'code' in params) return shortened(String(params.code));
  if (type === 'inject_script' && 'source' in params) return shortened(String(params.source));
  return undefined;
}

function shortened(code: string): string {
  const more = code.length - maxCode;
  return more <= 0 ? code : `${code.slice(0, maxCode)}\n… and ${more} more characters`;
}

/** A command without words of its own is named as it is. */
const words: Readonly<Partial<Record<CommandType, string>>> = {
  create_tab: 'Open a page of it in a new tab.',
  close_tab: 'Close the tab.',
  navigate: 'Go to another page.',
  snapshot: 'Read the page.',
  screenshot: 'Take a picture of the page.',
  click: 'Click on the page.',
  scroll: 'Scroll the page.',
  type: 'Type into the page.',
  upload: 'Upload a file to it.',
  press_key: 'Press a key in the page.',
  wait_for: 'Wait for something on the page.',
  execute_js: 'Run this code in the page:',
  inject_script: 'Run this script in the page:',
  get_console: 'Read the console of the page.',
  get_network: 'Read the requests of the page.',
  get_request: 'Read a request of the page and its answer.',
  emulate: 'Show the page as another device or connection does.',
  fill_form: 'Fill in a form on the page.',
  get_performance: 'Measure how fast the page is.',
  pdf: 'Save the page as a PDF file in the project.',
  get_cookies: 'Read the cookies of the site, which may be your login.',
  search_history: 'Search the pages that you visited or your bookmarks.',
};
