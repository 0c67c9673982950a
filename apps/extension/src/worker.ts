/** The service worker: creates the parts of the extension and connects them. Chrome stops it when it is idle. */
import type { BrowserReply } from '@annotate-mcp/browser-protocol';

import { ActivityLog } from './activity/activity-log.ts';
import { showBadge } from './activity/badge.ts';
import { observeCommand } from './activity/observe-commands.ts';
import { stopCommand, StopSwitch } from './activity/stop-switch.ts';
import { annotateTab, injectIntoAnnotatedTabs, serveOverlays } from './annotate/annotate-tab.ts';
import { runCommand } from './commands/run-command.ts';
import { areSecretsAllowed } from './consent/are-secrets-allowed.ts';
import { ConsentStore } from './consent/consent-store.ts';
import { Gate } from './consent/gate.ts';
import { Questions } from './consent/questions.ts';
import { notifyConsentPages, serveConsent } from './consent/serve-consent.ts';
import { showQuestions } from './consent/show-questions.ts';
import { Tabs } from './driver/tabs.ts';
import { KeepAwake } from './keeper/keep-awake.ts';
import { servePopup, notifyPopup } from './popup/serve-popup.ts';
import { BridgeSocket } from './socket/bridge-socket.ts';
import { checkServer } from './socket/check-server.ts';
import { Pairing } from './socket/pairing.ts';
import { reloadWhenNewer } from './socket/self-update.ts';
import { installId, readConnection } from './socket/settings.ts';

let agentSource: Promise<string> | null = null;
const tabs: Tabs = new Tabs({
  agentSource: () =>
    (agentSource ??= fetch(chrome.runtime.getURL('page-agent.js')).then((file) => file.text())),
  onChange: () => onTabsChange(),
  areSecretsAllowed: (url, tabId) => areSecretsAllowed(store, 'secrets', url, tabId),
  arePastesAllowed: (url, tabId) => areSecretsAllowed(store, 'paste', url, tabId),
  frameAccess: (tabId, chain, permission) => gate.frameAccess(tabId, chain, permission),
});
const log = new ActivityLog(notifyPopup);
const stop = new StopSwitch({ onStop: (reason) => tabs.stopAll(reason), onChange: () => onTabsChange() });

function onTabsChange(): void {
  notifyPopup();
  updateBadge();
}

function updateBadge(): void {
  void stop
    .isStopped()
    .then((isStopped) => showBadge({ isStopped, driven: tabs.driven, questions: questions.open.length }));
}

const store = new ConsentStore(() => onConsentChanged());
const questions = new Questions({
  now: () => Date.now(),
  onAsked: () => void showQuestions(),
  onChange: () => onQuestionsChanged(),
});
const gate: Gate = new Gate({
  store,
  questions,
  tabs,
  projectName: () => (socket.state.name === 'connected' ? socket.state.annotate.projectName : ''),
});

const socket = new BridgeSocket({
  readConnection,
  describeBrowser: async () => ({
    installId: await installId(),
    extensionVersion: chrome.runtime.getManifest().version,
    browser: browserName(),
  }),
  runCommand: (command, signal) => observeCommand(command, signal, { tabs, log, stop, run: runInTabs }),
  onChange: ({ name }) => {
    notifyPopup();
    keepAwake.needed = socket.isBusy;
    void pairing.look();
    if (name === 'connected') void injectIntoAnnotatedTabs(annotateDeps);
  },
  onLost: () => void tabs.releaseAll(),
  checkServer,
});

function runInTabs(command: unknown, signal: AbortSignal): Promise<BrowserReply> {
  return runCommand(command, { tabs, signal, gate });
}

const pairing = new Pairing({ isConnected: () => socket.state.name === 'connected', onChange: notifyPopup });
const keepAwake = new KeepAwake(() => void findServer());

/** A server of this machine has started or ended, or the person looks: connects to it, or asks about it. */
async function findServer(): Promise<void> {
  await Promise.all([socket.connectNow(), pairing.look()]);
}

/** Chrome runs it twice a minute, also when it has stopped everything else. */
async function maintain(): Promise<void> {
  await Promise.all([keepAwake.open(), socket.connect()]);
  keepAwake.needed = socket.isBusy;
  await pairing.look();
  await reloadWhenNewer(() => tabs.driven.length === 0 && questions.open.length === 0);
}

function browserName(): string {
  const [, version = '?'] = /Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent) ?? [];
  return `Chrome ${version}`;
}

function onConsentChanged(): void {
  gate.onSettingsChanged();
  notifyConsentPages();
}

function onQuestionsChanged(): void {
  updateBadge();
  notifyConsentPages();
}

const annotateDeps = { readConnection, state: () => socket.state };
serveOverlays(annotateDeps);
serveConsent({ store, questions, gate });
servePopup({
  socket,
  tabs,
  log,
  stop,
  pairing,
  findServer,
  annotate: (tabId) => annotateTab(tabId, annotateDeps),
});

// Listeners must be added at once: Chrome starts a stopped worker for an event and then dispatches it.
chrome.commands.onCommand.addListener((name) => {
  if (name === stopCommand) void stop.stop();
});
// Chrome forgets the badge of a tab when another page is opened there.
chrome.tabs.onUpdated.addListener((tabId, { status }) => {
  if (status !== undefined && tabs.driven.includes(tabId)) updateBadge();
});
chrome.alarms.onAlarm.addListener(() => void maintain());
chrome.runtime.onStartup.addListener(() => void maintain());
chrome.storage.local.onChanged.addListener(({ connection }) => {
  if (connection !== undefined) void socket.restart();
});
// A script in a web page, also one of this extension, must not decide what agents may do.
void chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
updateBadge();
void chrome.alarms.create('reconnect', { periodInMinutes: 0.5 });
void maintain();
