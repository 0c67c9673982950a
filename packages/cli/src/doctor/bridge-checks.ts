/** Checks each link from the agent to the person's own Chrome. Pure. */
import { extensionVersionOf } from '@annotate-mcp/browser-protocol';

import type { BridgeFacts } from './bridge-facts.ts';
import { ok, problem, type Check, type CheckResult } from './check.ts';
import type { Facts } from './facts.ts';

type LinkFacts = Pick<Facts, 'bridge' | 'configs'>;

/** One check that says so where the person does not use it. */
export function checkBridgeLinks(facts: LinkFacts): Check[] {
  if (!isUsed(facts)) {
    return [
      {
        name: 'own Chrome',
        ...ok(
          'The tools for your own Chrome are not set up; nothing else needs them.',
          'To set them up, run npx annotate-mcp init --browser and npx annotate-mcp extension.',
        ),
      },
    ];
  }
  return [
    { name: 'browser tools', ...browserTools(facts) },
    { name: 'bridge', ...bridge(facts.bridge) },
    { name: 'extension', ...extension(facts.bridge) },
    { name: 'own Chrome', ...connection(facts.bridge) },
  ];
}

function isUsed({ bridge: { bridge: found, extension: unpacked }, configs }: LinkFacts): boolean {
  return (
    found.state !== 'none' ||
    unpacked.version !== null ||
    configs.configured.some(({ browserTools: tools }) => tools === 'named')
  );
}

function browserTools({ configs, bridge: { extension: unpacked } }: LinkFacts): CheckResult {
  const hasThem = configs.configured.filter(
    ({ browserTools: tools }) => tools === 'named' || (tools === 'default' && unpacked.version !== null),
  );
  if (hasThem.length > 0) {
    const list = hasThem.map(({ name, file }) => `${name} (${file})`).join(', ');
    return ok(`Offered to ${list}.`);
  }
  const [leftOut] = configs.configured.filter(({ browserTools: tools }) => tools === 'left-out');
  return leftOut === undefined
    ? problem('No agent is configured to have the browser tools.', 'Run npx annotate-mcp init --browser.')
    : problem(
        `${leftOut.file} leaves the browser tools out (--toolsets).`,
        'Add browser to its --toolsets, or run npx annotate-mcp init --browser.',
      );
}

function bridge({ version, file, bridge: found, obstacle }: BridgeFacts): CheckResult {
  if (obstacle !== null) return problem(obstacle.message, obstacle.hint);
  if (found.state === 'none')
    return ok('No bridge runs; the first browser tool that an agent calls starts it.');
  if (found.state === 'refused')
    return problem(`${file} is not used: ${found.why}.`, 'Delete it; the next bridge writes it again.');
  const { url, projectName, version: theirs } = found.file;
  switch (found.check.state) {
    case 'silent':
      return ok(`The last bridge, at ${url}, has ended; the next browser tool call starts another.`);
    case 'unproven':
      return ok(`Another program answers at ${url} by now; the next browser tool call starts a new bridge.`);
    case 'running': {
      const { sessions } = found.check.health;
      const says = `${url} runs for the project "${projectName}"; ${sessions === 1 ? '1 agent is' : `${sessions} agents are`} connected.`;
      if (theirs === version) return ok(says);
      return ok(
        `${says} It is of release ${theirs}, this is ${version}.`,
        'Restart it and your agents after an update.',
      );
    }
  }
}

function extension({ version, bridge: found, extension: unpacked }: BridgeFacts): CheckResult {
  const loaded = connectedExtension(found);
  if (unpacked.version === null) {
    return loaded === null
      ? problem('The extension is not installed for you.', 'Run npx annotate-mcp extension.')
      : ok(`Your Chrome has the extension ${loaded.extensionVersion}.`);
  }
  if (unpacked.version !== extensionVersionOf(version))
    return problem(
      `${unpacked.folder} has the extension ${unpacked.version}, and this is annotate-mcp ${version}.`,
      'Run npx annotate-mcp extension, which replaces it.',
    );
  if (loaded !== null && loaded.extensionVersion !== unpacked.version)
    return problem(
      `Chrome still runs the extension ${loaded.extensionVersion}; ${unpacked.folder} has ${unpacked.version}.`,
      'Open chrome://extensions and click the reload arrow of annotate-mcp.',
    );
  return ok(`${unpacked.folder} has the extension ${unpacked.version}.`);
}

function connection({ bridge: found }: BridgeFacts): CheckResult {
  const loaded = connectedExtension(found);
  if (loaded !== null) return ok(`${loaded.browser} is connected.`);
  if (found.state !== 'found' || found.check.state !== 'running')
    return ok('Not connected, as no bridge runs; it connects when an agent calls a browser tool.');
  return problem(
    'The bridge runs, but no browser is connected to it.',
    'Open Chrome and click the button of annotate-mcp there: it asks whether to connect. If there is no such button, run npx annotate-mcp extension.',
  );
}

function connectedExtension(found: BridgeFacts['bridge']) {
  return found.state === 'found' && found.check.state === 'running'
    ? (found.check.health.extension ?? null)
    : null;
}
