import type { SentStatus } from '@annotate-mcp/core';

/** What the page shows, as its address says it: reloading, going back and sending a link to a colleague keep it. */
export interface View {
  /** `null`: the list of projects. */
  readonly project: string | null;
  readonly filter: Filter;
  /** The annotation whose thread is open. */
  readonly thread: string | null;
}

/** As the server takes it; empty where everything is shown. */
export interface Filter {
  readonly show: Shown;
  readonly author: string;
  readonly assignee: string;
  readonly page: string;
  readonly text: string;
}

const statusWords = {
  pending: 'Waiting for an agent',
  acknowledged: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
} as const satisfies Record<SentStatus, string>;

export const shownWords = {
  open: 'Open',
  waiting: 'Waiting for me',
  unread: 'Unread',
  ...statusWords,
  all: 'All',
} as const;

type Shown = keyof typeof shownWords;

export const noFilter: Filter = { show: 'open', author: '', assignee: '', page: '', text: '' };

export function viewIn(search: string): View {
  const query = new URLSearchParams(search);
  const show = query.get('show') ?? '';
  const value = (name: string) => query.get(name) ?? '';
  const known = (name: string) => (value(name) === '' ? null : value(name));
  return {
    project: known('project'),
    filter: {
      show: isShown(show) ? show : noFilter.show,
      author: value('author'),
      assignee: value('assignee'),
      page: value('page'),
      text: value('text'),
    },
    thread: known('thread'),
  };
}

/** Without what is as it is anyway, so that addresses stay short: `?project=shop&show=unread`. */
export function addressFor({ project, filter, thread }: View): string {
  const query = project === null ? new URLSearchParams() : new URLSearchParams({ project });
  if (project !== null) for (const [name, value] of queryOf(filter)) query.set(name, value);
  if (project !== null && thread !== null) query.set('thread', thread);
  const text = query.toString();
  return text === '' ? './' : `?${text}`;
}

/** The parameters in which a filter differs from none. */
export function queryOf(filter: Filter): [string, string][] {
  const names = Object.keys(noFilter) as (keyof Filter)[];
  return names.filter((name) => filter[name] !== noFilter[name]).map((name) => [name, filter[name]]);
}

export function isSameFilter(a: Filter, b: Filter): boolean {
  return JSON.stringify(queryOf(a)) === JSON.stringify(queryOf(b));
}

function isShown(name: string): name is Shown {
  return Object.hasOwn(shownWords, name);
}
