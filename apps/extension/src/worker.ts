/** The service worker: creates the parts of the extension and connects them. Chrome stops it when it is idle. */
import { annotateTab, injectIntoAnnotatedTabs, serveOverlays } from './annotate/annotate-tab.ts';
import { runCommand } from './commands/run-command.ts';
import { Tabs } from './driver/tabs.ts';
import { servePopup, notifyPopup } from './popup/serve-popup.ts';
import { BridgeSocket } from './socket/bridge-socket.ts';
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
    if (name === 'connected') void injectIntoAnnotatedTabs(annotateDeps);
  },
  onLost: () => void tabs.releaseAll(),
  isServerRunning: (url) =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
});

function browserName(): string {
  const [, version = '?'] = /Chrom(?:e|ium)\/(\d+)/.exec(navigator.userAgent) ?? [];
  return `Chrome ${version}`;
}

const annotateDeps = { readConnection, state: () => socket.state };
serveOverlays(annotateDeps);
servePopup({ socket, tabs, annotate: (tabId) => annotateTab(tabId, annotateDeps) });

// Listeners must be added at once: Chrome starts a stopped worker for an event and then dispatches it.
chrome.alarms.onAlarm.addListener(() => void socket.connect());
chrome.runtime.onStartup.addListener(() => void socket.connect());
chrome.storage.local.onChanged.addListener(({ connection }) => {
  if (connection !== undefined) void socket.restart();
});
void chrome.alarms.create('reconnect', { periodInMinutes: 0.5 });
void socket.connect();
