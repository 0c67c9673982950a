import { installPeer } from '../install-peer.ts';

export interface Peer {
  title: string;
  /** For `node`. */
  args: string[];
}

const name = 'agentation-mcp';
const version = '1.3.2';

export async function startingPeer(progress: (message: string) => void): Promise<Peer> {
  const script = await installPeer(
    // Its database driver is compiled where no prebuilt one fits.
    { name, version, script: 'dist/cli.js', installScripts: true },
    progress,
  );
  return { title: `peer: ${name} ${version}, MCP only`, args: [script, 'server', '--mcp-only'] };
}
