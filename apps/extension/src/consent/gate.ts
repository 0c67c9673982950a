/** Stands before every command: lets it through, asks the person, or refuses. Then it hides what the agent may not see. */
import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { commands } from '@annotate-mcp/browser-protocol/schema';

import type { CommandPermit } from '../commands/handler.ts';
import { describeWish } from '../commands/words.ts';
import { onShownPage, shownPage, type ShownPage } from '../driver/shown-pages.ts';
import type { Tabs } from '../driver/tabs.ts';

import { type CommandScope, scopeNow, scopesOf, subjectOf } from './command-scopes.ts';
import type { ConsentStore } from './consent-store.ts';
import { type Decision, includes, type PermissionRequest } from './decide.ts';
import * as errors from './errors.ts';
import { type FrameAccess, frameAccess, type FrameChain, frameHost, frameScopes } from './frame-access.ts';
import { hidePages } from './hide-pages.ts';
import { isAddress, type PermissionScope, scopeOf, siteOf } from './permission-scope.ts';
import { createQuestion, type GivenAnswer, type Question } from './question.ts';
import type { Questions } from './questions.ts';
import type { Permission } from './settings.ts';

/** How long a command waits for the person's answer: the server waits 30 seconds for the command. */
export const maxWaitMs = 25_000;

export interface GateDeps {
  readonly store: ConsentStore;
  readonly questions: Questions;
  readonly tabs: Pick<Tabs, 'get' | 'known'>;
  /** Shown in questions. */
  readonly projectName: () => string;
}

export interface GatedCommand<Type extends CommandType> {
  readonly type: Type;
  readonly params: ParamsOf<Type>;
  readonly agent: string;
}

/** These do nothing on the page that the tab shows in the end. */
const leaving: ReadonlySet<CommandType> = new Set(['create_tab', 'navigate', 'close_tab']);

export class Gate {
  readonly #deps: GateDeps;
  readonly #permits = new Set<Permit>();

  constructor(deps: GateDeps) {
    this.#deps = deps;
    onShownPage((tabId, page, before) => this.#onShownPage(tabId, page, before));
    chrome.tabs.onRemoved.addListener((id) => deps.questions.forget(({ tabId }) => tabId === id));
  }

  /** Runs the command when it may run. `waitedMs` is the time that the person took to answer. */
  async run<Type extends CommandType>(
    command: GatedCommand<Type>,
    signal: AbortSignal,
    work: (permit: CommandPermit & { signal: AbortSignal }, waitedMs: number) => Promise<ResultOf<Type>>,
  ): Promise<ResultOf<Type>> {
    const began = performance.now();
    const permit = await this.#admit(command, signal, began);
    this.#permits.add(permit);
    try {
      const result = await work(this.#permitFor(command, permit, began), performance.now() - began);
      await this.#grantNewTab(permit, result);
      permit.signal.throwIfAborted();
      return this.#hide(result, permit);
    } catch (error) {
      throw permit.revoked ?? error;
    } finally {
      this.#permits.delete(permit);
    }
  }

  #permitFor<Type extends CommandType>(
    command: GatedCommand<Type>,
    permit: Permit,
    began: number,
  ): CommandPermit & { signal: AbortSignal } {
    const { permission, tabId } = permit;
    return {
      signal: permit.signal,
      leave: () => permit.leave(),
      admitFrame: async (chain) => {
        if (permission === 'nothing' || tabId === null) return;
        const host = frameHost(chain);
        for (const scope of frameScopes(chain))
          if (this.#decideFrame(scope, permission, tabId) !== 'allow')
            await this.#allow({ in: 'frame', scope, host, tabId }, permission, command, permit, began);
      },
      admitHistoryPage: async (url) => {
        if (permission === 'nothing' || tabId === null) return;
        const commandScope: CommandScope = { in: 'history', url, tabId };
        await this.#allow(commandScope, permission, command, permit, performance.now());
      },
      mayRead: (url) => this.#decide({ scope: scopeOf(url), permission: 'read', tabId }, permit) === 'allow',
    };
  }

  async #admit<Type extends CommandType>(
    command: GatedCommand<Type>,
    signal: AbortSignal,
    began: number,
  ): Promise<Permit> {
    const { store, questions } = this.#deps;
    const { type, params } = command;
    await Promise.all([store.ready, questions.ready]);
    const permission = commands[type].needs;
    const commandScopes = permission === 'nothing' ? [] : scopesOf(type, params);
    const tab = commandScopes.find((commandScope) => commandScope.in === 'tab');
    const permit = new Permit({
      type,
      permission,
      tabId: tab?.tabId ?? null,
      signal,
      isLeaving: leaving.has(type),
    });
    for (const commandScope of commandScopes) {
      if (permission === 'nothing') break;
      await this.#allow(commandScope, permission, command, permit, began);
    }
    signal.throwIfAborted();
    return permit;
  }

  /** The person allowed the site for the tab that was to be opened. */
  async #grantNewTab({ newTabSites }: Permit, result: object): Promise<void> {
    const tabId = 'tab' in result ? (result as { tab: { tabId: number } }).tab.tabId : null;
    for (const { site, permission } of newTabSites)
      if (tabId !== null) await this.#deps.store.grantTab(tabId, site, permission);
  }

  #hide<Result extends object>(result: Result, permit: Permit): Result {
    const { tabId, hasHiddenPage, isLeaving, type } = permit;
    const shown = hidePages(result, { tabId, hadHiddenPage: hasHiddenPage }, (id, url) =>
      this.#visibility(id, url, permit),
    );
    // A page that was read has moved on at the last moment: then all of the result may be of another site.
    if (!isLeaving && 'hidden' in shown) throw errors.revokedError(type, `tab ${tabId}`);
    return shown;
  }

  /** The person answered. Returns `false` if the question is gone. */
  async answer(id: string, { answer, permission }: GivenAnswer): Promise<boolean> {
    const { store, questions } = this.#deps;
    const question = questions.open.find((each) => each.id === id);
    if (question === undefined) return false;
    const { site, tabId } = question;
    if (answer === 'always') await store.updateSite(site, { [permission]: 'always' });
    if (answer === 'never') await store.updateSite(site, { [question.permission]: 'never' });
    if (answer === 'tab' && tabId !== null) await store.grantTab(tabId, site, permission);
    // What was stored has answered the question already, as every change of the settings does.
    questions.answer(id, { answer, permission });
    return true;
  }

  /** Must be called after each change of the settings: commands that run may no longer do so. */
  onSettingsChanged(): void {
    for (const permit of this.#permits) this.#recheck(permit);
    const { questions, store } = this.#deps;
    questions.forget(({ site, permission, tabId }) => {
      const scope: PermissionScope = site.includes(':') ? scopeOf(`${site}/`) : { kind: 'browser' };
      return store.decide({ scope, permission, tabId }) !== 'ask';
    });
  }

  /** Whether an agent may see address and title of a page. `null`: it may not even know that there is one. */
  #visibility(tabId: number, url: string, permit: Permit): boolean | null {
    const shown = shownPage(tabId);
    const scope = scopeOf(url, url.startsWith('about:') ? shown?.origin : undefined);
    const decision = this.#decide({ scope, permission: 'read', tabId }, permit);
    if (decision === 'allow') return true;
    if (decision !== 'ask') return null;
    // The page that the command was allowed to look at, for example for its cookies.
    const { permission } = permit;
    const isOwn = tabId === permit.tabId && permission !== 'nothing' && !permit.isLeaving;
    return isOwn && this.#decide({ scope, permission, tabId }, permit) === 'allow';
  }

  async #allow<Type extends CommandType>(
    commandScope: CommandScope,
    permission: Permission,
    command: GatedCommand<Type>,
    permit: Permit,
    began: number,
  ): Promise<void> {
    const { questions } = this.#deps;
    const subject = subjectOf(commandScope);
    if ('url' in commandScope && !isAddress(commandScope.url)) throw errors.addressError(subject);
    for (;;) {
      const scope = await scopeNow(commandScope, this.#deps.tabs);
      const request: PermissionRequest = {
        scope,
        permission,
        tabId: commandScope.in === 'browser' ? null : commandScope.tabId,
      };
      const decision = this.#decide(request, permit);
      if (decision === 'allow') return;
      if (decision !== 'ask') throw errors.refusedError(decision.refused, permission, subject);
      const question = await this.#questionOf(request, command, commandScope);
      if (questions.takeOnce(question)) {
        permit.onceOn.add(question.site);
        continue;
      }
      const left = maxWaitMs - (performance.now() - began);
      const outcome = await questions.ask(question, Math.max(0, left), permit.signal);
      permit.signal.throwIfAborted();
      if (outcome === 'unanswered') throw errors.unansweredError(permission, subject);
      if (outcome === 'too-many') throw errors.tooManyQuestionsError();
      if (outcome === 'declined') throw errors.declinedError(permission, subject);
      if (outcome === 'changed') continue;
      if (outcome.answer === 'later') throw errors.declinedError(permission, subject);
      if (outcome.answer === 'once') permit.onceOn.add(question.site);
      if (outcome.answer === 'tab' && question.tabId === null) {
        permit.onceOn.add(question.site);
        permit.newTabSites.push({ site: question.site, permission: outcome.permission });
      }
      // The tab may show another page by now, so everything is checked again.
    }
  }

  /** "Once" answers what would be asked; it does not allow what is forbidden. */
  #decide(request: PermissionRequest, permit: Permit): Decision {
    const decision = this.#deps.store.decide(request);
    const site = siteOf(request.scope);
    return decision === 'ask' && site !== null && permit.onceOn.has(site) ? 'allow' : decision;
  }

  /** What the commands that run in a tab may do in a frame of it. A frame that is not known is closed. */
  frameAccess(tabId: number, chain: FrameChain, permission: Permission): FrameAccess {
    return frameAccess(chain, (scope) => this.#decideFrame(scope, permission, tabId));
  }

  /**
   * The commands in a tab were admitted to its page, and so to frames of the same site. "Once" counts while its command
   * runs: what other commands of that moment see in the frame is what the person has just allowed.
   */
  #decideFrame(scope: PermissionScope, permission: Permission, tabId: number): Decision {
    const decision = this.#deps.store.decide({ scope, permission, tabId });
    if (decision !== 'ask') return decision;
    const site = siteOf(scope);
    const page = shownPage(tabId);
    if (page !== undefined && siteOf(scopeOf(page.url, page.origin)) === site) return 'allow';
    const isAllowedOnce = [...this.#permits].some(
      (permit) =>
        permit.tabId === tabId &&
        permit.permission !== 'nothing' &&
        includes(permit.permission, permission) &&
        site !== null &&
        permit.onceOn.has(site),
    );
    return isAllowedOnce ? 'allow' : 'ask';
  }

  async #questionOf<Type extends CommandType>(
    { scope, permission, tabId }: PermissionRequest,
    { type, params, agent }: GatedCommand<Type>,
    commandScope: CommandScope,
  ): Promise<Question> {
    const tab = tabId === null ? undefined : await chrome.tabs.get(tabId).catch(() => undefined);
    const site = siteOf(scope) ?? '';
    const page = tabId === null ? undefined : shownPage(tabId);
    const around = page === undefined ? null : siteOf(scopeOf(page.url, page.origin));
    const isOfTab = tab?.url !== undefined && siteOf(scopeOf(tab.url)) === site;
    return createQuestion({
      agent,
      project: this.#deps.projectName(),
      site,
      ...(commandScope.in === 'frame' && around !== null && { inside: around }),
      permission,
      tabId,
      title: isOfTab ? (tab.title ?? '') : '',
      ...describeWish(type, params),
      command: JSON.stringify([type, params]),
    });
  }

  #onShownPage(tabId: number, page: ShownPage, before: ShownPage | undefined): void {
    for (const permit of this.#permits) if (permit.tabId === tabId) this.#recheck(permit);
    if (before === undefined) return;
    const [from, to] = [scopeOf(before.url, before.origin), scopeOf(page.url, page.origin)];
    if (siteOf(from) === siteOf(to)) return;
    const tab = this.#deps.tabs.known(tabId);
    const isReadable = this.#deps.store.decide({ scope: from, permission: 'read', tabId }) === 'allow';
    tab?.shown.startLogs(isReadable);
  }

  /** Stops the command unless it may still do on this page what it was allowed to do. */
  #recheck(permit: Permit): void {
    const { tabId, permission } = permit;
    const page = tabId === null ? undefined : shownPage(tabId);
    if (page === undefined || permission === 'nothing' || permit.signal.aborted) return;
    const scope = scopeOf(page.url, page.origin);
    if (permit.isLeaving) {
      if (this.#decide({ scope, permission: 'read', tabId }, permit) !== 'allow') permit.hasHiddenPage = true;
    } else if (this.#decide({ scope, permission, tabId }, permit) !== 'allow')
      permit.revoke(errors.revokedError(permit.type, `tab ${tabId}`));
  }
}

/** The right of one command to run. It is taken away when the tab shows another site or the person changes their mind. */
class Permit {
  readonly type: CommandType;
  readonly permission: Permission | 'nothing';
  readonly tabId: number | null;
  /** Sites on which the person allowed this command alone. */
  readonly onceOn = new Set<string>();
  /** Sites that the person allowed for the tab that this command opens, until it is closed. */
  readonly newTabSites: { site: string; permission: Permission }[] = [];
  readonly #abort = new AbortController();
  /** Aborts when the server no longer waits, and when the permission is taken away. */
  readonly signal: AbortSignal;
  #isLeaving: boolean;
  #revoked: Error | null = null;
  /** The tab showed a page meanwhile that the agent may not see. */
  hasHiddenPage = false;

  constructor(options: {
    type: CommandType;
    permission: Permission | 'nothing';
    tabId: number | null;
    signal: AbortSignal;
    /** The command does nothing on the page that the tab shows afterwards. */
    isLeaving: boolean;
  }) {
    this.type = options.type;
    this.permission = options.permission;
    this.tabId = options.tabId;
    this.#isLeaving = options.isLeaving;
    this.signal = AbortSignal.any([options.signal, this.#abort.signal]);
  }

  /** From now on the tab may show another site: the command has acted, and only waits for what follows. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Why the permission was taken away; `null` while the command has it. */
  get revoked(): Error | null {
    return this.#revoked;
  }

  revoke(reason: Error): void {
    this.#revoked ??= reason;
    this.#abort.abort(reason);
  }
}
