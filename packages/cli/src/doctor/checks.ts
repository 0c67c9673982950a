/** Checks each link of the chain from the page to the agent, and from the agent to the person's Chrome. Pure. */
import type { DetachedProcess } from '@annotate-mcp/store/files';

import { age } from '../age.ts';
import { devScriptOf } from '../apps/apps.ts';
import { runCommand } from '../apps/package-manager.ts';
import { noApp, noPackageFor, partOf, serverCommandOf } from '../apps/page-side.ts';
import type { Failure } from '../errors.ts';
import { unsupportedNode } from '../unsupported-node.ts';

import { checkBridgeLinks } from './bridge-checks.ts';
import { type Check, ok, problem, type CheckResult } from './check.ts';
import type { Facts, StoreContents } from './facts.ts';
import type { PageSide } from './page-side.ts';

/** In the order in which an annotation passes them. */
export function checkChain(facts: Facts): Check[] {
  return [
    node(facts),
    root(facts),
    store(facts),
    withStore('records', facts, records),
    withStore('processes', facts, processes),
    { name: 'trust', ...trust(facts) },
    ...git(facts),
    { name: 'page side', ...pageSide(facts) },
    withStore('dev server', facts, (inside) => devServer(inside, facts)),
    { name: 'parts', ...parts(facts) },
    withStore('browser', facts, browser),
    configuration(facts),
    withStore('agent', facts, agent),
    withStore('waiting', facts, waiting),
    withStore('claims', facts, claims),
    ...checkBridgeLinks(facts),
  ];
}

function node({ nodeVersion }: Facts): Check {
  const refusal = unsupportedNode(nodeVersion);
  const result = refusal === null ? ok(`Node ${nodeVersion}`) : problem(refusal.message, refusal.hint);
  return { name: 'node', ...result };
}

function root({ root: found }: Facts): Check {
  const result = 'error' in found ? failed(found) : ok(`${found.path} (${found.why})`);
  return { name: 'project', ...result };
}

function store({ store: found }: Facts): Check {
  if ('error' in found) return { name: 'store', ...failed(found) };
  return { name: 'store', ...storeState(found) };
}

function storeState({ state, url }: { state: 'open' | 'missing' | 'unknown'; url: string }): CheckResult {
  switch (state) {
    case 'open':
      return ok(`${url} opens`);
    case 'missing':
      // There is nothing to fix: the dev server or the agent creates it, which the checks below are about.
      return ok(`There is no store yet; your dev server or your agent creates ${url}.`);
    case 'unknown':
      return { status: 'unknown', message: 'Not checked: there is no project.' };
  }
}

function records({ unreadable }: StoreContents): CheckResult {
  if (unreadable.length === 0) return ok('Every record of the store can be read.');
  const named = unreadable.slice(0, maxNamed).map(({ id, reason }) => `${id} (${reason})`);
  const rest = unreadable.length > maxNamed ? `, and ${unreadable.length - maxNamed} more` : '';
  return problem(
    `${unreadable.length} of the store's records cannot be read and are left out: ${named.join(', ')}${rest}.`,
    'A newer annotate-mcp may have written them: update this one. Otherwise restore them from a backup or from git.',
  );
}

const maxNamed = 3;

function processes({ detached }: StoreContents): CheckResult {
  if (detached === null) return ok('This system does not say which processes have lost their locks.');
  if (detached.length === 0) return ok('Every process that has the store open is noticed by the others.');
  const who = (state: DetachedProcess['state']) =>
    detached
      .filter((each) => each.state === state)
      .map(({ pid, name }) => `${pid} (${name})`)
      .join(', ');
  const [deleted, unlocked] = [who('deleted'), who('unlocked')];
  if (deleted !== '')
    return problem(
      `The files of the store were deleted under process ${deleted}: others do not see what it wrote last.`,
      'Use annotate there once (reload the page, or ask the agent for its annotations): the process then opens the store again and writes what is missing. Restart it if that does not help.',
    );
  return problem(
    `Process ${unlocked} has lost its locks on the store: other code in it, such as a bundler, reads the files in .annotate.`,
    'Restart that process, and until then open the store with no other program. If it happens again, update its annotate-mcp package, and add .annotate/ to the .gitignore of the project: scanners such as that of Tailwind then leave the folder out.',
  );
}

/** Nothing is broken while the person has not decided. */
/** Only where it is off: all else works without it. */
function git({ git: found }: Facts): Check[] {
  if (found === null) return [];
  const { error: message, hint } = found;
  return [{ name: 'git', ...ok(`Diffs and undo of what agents change are off. ${message}`, hint) }];
}

function trust({ trust: found }: Facts): CheckResult {
  if (found === null) return { status: 'unknown', message: 'Not checked: the store cannot be opened.' };
  const { isTrusted, waiting: untrusted, unusableKeyFolder } = found;
  if (unusableKeyFolder !== null)
    return problem(
      `The key that proves what you wrote cannot be kept in ${unusableKeyFolder}: after a restart your own comments may count as coming with the repository.`,
      'Make that folder readable and writable for you, or name another one in ANNOTATE_CONFIG_FOLDER.',
    );
  if (isTrusted)
    return ok(
      'You trust this repository: agents get the comments that come with it.',
      'To undo that, run npx annotate-mcp trust --revoke.',
    );
  if (untrusted.length === 0)
    return ok('No comment came with the repository; agents get what you wrote here.');
  const count = untrusted.reduce((sum, one) => sum + one.count, 0);
  const authors = untrusted.map((one) => `${one.count} by author ${one.authorId.slice(0, 8)}`).join(', ');
  return ok(
    `Untrusted: ${count === 1 ? '1 comment' : `${count} comments`} came with the repository (they say: ${authors}). Agents do not get them.`,
    'Read them with npx annotate-mcp list; then npx annotate-mcp trust, or trust --only <id>.',
  );
}

function failed({ error, hint }: Failure): CheckResult {
  return problem(error, hint);
}

function withStore(
  name: string,
  facts: Facts,
  check: (inside: StoreContents, now: Date) => CheckResult,
): Check {
  if (facts.inside !== null) return { name, ...check(facts.inside, facts.now) };
  return { name, status: 'unknown', message: 'Not checked: the store cannot be opened.' };
}

/** The plugin in the app's dev server. A connected tab proves that the overlay is served in some way. */
function pageSide({ pageSides, inside, hasHub }: Facts): CheckResult {
  if ('error' in pageSides) return failed(pageSides);
  const verdicts = pageSides.map(inApp);
  const good = verdicts.filter(({ status }) => status === 'ok');
  if (good.length > 0) return ok(good.map(({ message }) => message).join(' '));
  if (isConnected(inside)) return ok('A page is connected without the Vite plugin.');
  if (hasHub) return ok('A server with the annotate hub is running.');
  return verdicts[0] ?? problem(noApp.what, noApp.fix);
}

function inApp({ app, plugin, packageManager, unsupported }: PageSide): CheckResult {
  if (unsupported !== null) return problem(unsupported.what, unsupported.fix);
  if (serverCommandOf(app) !== null) return ok(noPackageFor(app).what);
  if (plugin === null) {
    const { what, fix } = noPackageFor(app);
    return problem(what, fix);
  }
  const { file, isInstalled, isWired, add, withoutProvider } = plugin;
  const part = partOf(app);
  if (isInstalled && isWired) {
    return withoutProvider.length === 0
      ? ok(`The ${part} is in ${file}.`)
      : noProvider(file, withoutProvider);
  }
  if (isWired) {
    return problem(
      `${file} has the ${part}, but the package is not installed.`,
      add === null ? `Run ${packageManager ?? 'npm'} install.` : `Run ${add} in ${app.folder}.`,
    );
  }
  const what = isInstalled ? 'is installed, but not in' : 'is not installed and not in';
  return problem(`The ${part} ${what} ${file}.`, 'Run npx annotate-mcp init.');
}

function noProvider(file: string, projects: readonly string[]): CheckResult {
  return problem(
    `${file} has the annotate builder, but no file of ${projects.join(', ')} imports provideNgAnnotate.`,
    'Add provideNgAnnotate() from @annotate-mcp/angular to the providers of the app, or run ng generate @annotate-mcp/angular:ng-add.',
  );
}

function isConnected(inside: StoreContents | null): boolean {
  return inside?.sessions.some(({ active }) => active) === true;
}

function devServer(inside: StoreContents, { pageSides, hasHub }: Facts): CheckResult {
  // Which kind of server it is, `annotate-mcp serve` for example, is not known.
  if (hasHub || isConnected(inside)) return ok('A server with annotate is running for this project.');
  const sides = 'error' in pageSides ? [] : pageSides;
  const [server] = sides.flatMap(({ app }) => serverCommandOf(app) ?? []);
  if (server !== undefined) return problem(noDevServer, `Start it with ${server}.`);
  const wired = sides.find(({ plugin }) => plugin?.isWired === true);
  const script = wired === undefined ? null : devScriptOf(wired.app);
  const how = wired === undefined || script === null ? '' : ` (${runCommand(wired.packageManager, script)})`;
  return problem(
    noDevServer,
    `Start your dev server${how}. If it was running when annotate was added, restart it.`,
  );
}

const noDevServer = 'No dev server with annotate is running in this project.';

function parts({ offParts }: Facts): CheckResult {
  if (offParts.length === 0) return ok('No running dev server has switched off a part of annotate.');
  return problem(
    offParts.join(' '),
    'Your app goes on without it. Correct what the line names, or update the annotate-mcp packages; then restart the dev server.',
  );
}

function browser({ sessions }: StoreContents, now: Date): CheckResult {
  const active = sessions.filter((session) => session.active);
  const [latest] = sessions.toSorted((a, b) => (a.lastSeenAt < b.lastSeenAt ? 1 : -1));
  if (active.length > 0 && latest !== undefined) {
    const tabs = active.length === 1 ? '1 tab is' : `${active.length} tabs are`;
    return ok(`${tabs} connected; ${latest.url} was seen ${age(latest.lastSeenAt, now)} ago.`);
  }
  const seen =
    latest === undefined ? '' : ` The last one, ${latest.url}, was seen ${age(latest.lastSeenAt, now)} ago.`;
  return problem(`No browser tab is connected.${seen}`, 'Open the app in a browser, or reload it there.');
}

function configuration(facts: Facts): Check {
  return { name: 'configuration', ...configured(facts) };
}

function configured({ configs: { configured: found, unreadable }, root: project }: Facts): CheckResult {
  const [broken] = unreadable;
  const path = 'path' in project ? project.path : null;
  const strangers = found.filter((entry) => entry.root !== null && path !== null && entry.root !== path);
  const startless = found.filter(({ missingProgram }) => missingProgram !== null);
  const startable = found.filter((entry) => !strangers.includes(entry) && !startless.includes(entry));
  const usable = startable.filter(({ trustStep }) => trustStep === null);
  const untrusted = startable.flatMap(({ trustStep }) => trustStep ?? []);
  const [stranger] = strangers;
  if (usable.length > 0) {
    const list = usable.map(({ name, file }) => `${name} (${file})`).join(', ');
    const fixes = [
      ...(broken === undefined ? [] : [`Fix ${broken.file}, which cannot be read (${broken.problem}).`]),
      ...untrusted,
      ...wrapperSteps(usable),
    ];
    return ok(`The server is configured for ${list}.`, fixes.length === 0 ? undefined : fixes.join(' '));
  }
  const [untrustedEntry] = startable;
  if (untrustedEntry !== undefined)
    return problem(
      `${untrustedEntry.file} configures the server, and ${untrustedEntry.name} does not read it yet.`,
      untrusted.join(' '),
    );
  const [missing] = startless;
  if (missing !== undefined) {
    return problem(
      `${missing.file} starts ${missing.missingProgram ?? ''}, which is not there any more.`,
      'Run npx annotate-mcp init, which writes the entry without that path.',
    );
  }
  if (stranger !== undefined && !stranger.rootExists) {
    return problem(
      `${stranger.file} starts the server in ${stranger.root ?? ''}, which is not there any more.`,
      'Run npx annotate-mcp init, which removes that path (ANNOTATE_PROJECT_ROOT) from the entry.',
    );
  }
  if (stranger !== undefined) {
    return problem(
      `${stranger.file} configures the server for another project, ${stranger.root ?? ''}.`,
      'Change ANNOTATE_PROJECT_ROOT there, or run npx annotate-mcp init.',
    );
  }
  if (broken !== undefined) {
    return problem(
      `${broken.file} cannot be read (${broken.problem}).`,
      'Fix it, then run npx annotate-mcp init.',
    );
  }
  return problem('No agent is configured to start the server.', 'Run npx annotate-mcp init.');
}

/** An agent that has an entry which it can start uses that one: it is of this machine, and precedes the shared file. */
function wrapperSteps(entries: Facts['configs']['configured']): string[] {
  const starts = (agent: string) =>
    entries.some(({ name, wrapperStep }) => name === agent && wrapperStep === null);
  const steps = entries.filter(({ name }) => !starts(name)).flatMap(({ wrapperStep }) => wrapperStep ?? []);
  return [...new Set(steps)];
}

function agent({ agents }: StoreContents, now: Date): CheckResult {
  const [first] = agents;
  if (first === undefined) {
    return problem(
      'No agent is connected.',
      'Start your agent in this project and allow the server "annotate".',
    );
  }
  const listening = agents.find(({ waiting: isWaiting }) => isWaiting);
  if (listening !== undefined) return ok(`${listening.agentName} is connected and waits for annotations.`);
  return ok(
    `${first.agentName} is connected since ${age(first.since, now)}, but is not waiting for annotations.`,
    'Ask it to work on annotations (in Claude Code: /mcp__annotate__start-polling).',
  );
}

function waiting({ pending: { count, oldest }, agents }: StoreContents, now: Date): CheckResult {
  if (count === 0 || oldest === null) return ok('No annotation is pending.');
  const since = `${count} pending, the oldest for ${age(oldest, now)}`;
  if (agents.some((each) => each.waiting)) return ok(`${since}; an agent is listening.`);
  return problem(`${since}, and no agent is listening.`, 'Ask your agent to work on annotations.');
}

function claims({ orphans }: StoreContents): CheckResult {
  if (orphans.length === 0) return ok('No annotation is claimed by an agent that has disconnected.');
  const held = orphans.map(({ agentName, count }) => `${count} by ${agentName}`).join(', ');
  return problem(
    `Claimed by agents that have disconnected: ${held}.`,
    'Start an agent in this project; its server releases them within seconds.',
  );
}
