/** The service worker: creates the parts of the extension and connects them. Chrome stops it when it is idle. */
import { annotateTab, injectIntoAnnotatedTabs, serveOverlays } from './annotate/annotate-tab.ts';
import { runCommand } from './commands/run-command.ts';
import { Tabs } from './driver/tabs.ts';
import { KeepAwake } from './keeper/keep-awake.ts';
import { servePopup, notifyPopup } from './popup/serve-popup.ts';
import { BridgeSocket } from './socket/bridge-socket.ts';
import { checkServer } from './socket/check-server.ts';
import { Pairing } from './socket/pairing.ts';
import { reloadWhenNewer } from './socket/self-update.ts';
import { installId, readConnection } from './socket/settings.ts';

let agentSource: Promise<string> | null = null;
const tabs = new Tabs(
  () => (agentSource ??= fetch(chrome.runtime.getURL('page-agent.js')).then((file) => file.text())),
  notifyPopup,
);

const socket = new BridgeSocket({
  readConnection,
  describeBrowser: async () => ({
    installId: await installId(),
    extensionVersion: chrome.runtime.getManifest().version,
    browser: browserName(),
  }),
  runCommand: (command, signal) => runCommand(command, { tabs, signal }),
  onChange: ({ name }) => {
    notifyPopup();
    keepAwake.needed = socket.isBusy;
    void pairing.look();
    if (name === 'connected') void injectIntoAnnotatedTabs(annotateDeps);
  },
  onLost: () => void tabs.releaseAll(),
  checkServer,
});

const pairing = new Pairing({ isConnected: () => socket.state.name === 'connected', onChange: notifyPopup });
const keepAwake = new KeepAwake(() => void findServer());

/** A server of this machine has started or ended, or the person looks: connects to it, or asks about it. */
async function findServer(): Promise<void> {
  await socket.connectNow();
  await pairing.look();
}

/** Chrome runs it twice a minute, also when it has stopped everything else. */
async function maintain(): Promise<void> {
  await keepAwake.open();
  await socket.connect();
  keepAwake.needed = socket.isBusy;
  await pairing.look();
  await reloadWhenNewer(() => tabs.driven.length === 0);
}

function browserName(): string {
  const [, version = '?'] = /Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent) ?? [];
  return `Chrome ${version}`;
}

const annotateDeps = { readConnection, state: () => socket.state };
serveOverlays(annotateDeps);
servePopup({ socket, tabs, pairing, findServer, annotate: (tabId) => annotateTab(tabId, annotateDeps) });

// Listeners must be added at once: Chrome starts a stopped worker for an event and then dispatches it.
chrome.alarms.onAlarm.addListener(() => void maintain());
chrome.runtime.onStartup.addListener(() => void maintain());
chrome.storage.local.onChanged.addListener(({ connection }) => {
  if (connection !== undefined) void socket.restart();
});
void chrome.alarms.create('reconnect', { periodInMinutes: 0.5 });
void maintain();
