/** Tells a person whose browser is on another machine how it gets to a page of ours. */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';

interface Surroundings {
  /** The command takes another address to listen on. */
  hasHost?: boolean;
  env?: NodeJS.ProcessEnv;
  user?: () => string;
  isInContainer?: () => boolean;
}

/** `null` where the browser is on this machine, as far as can be told. */
export function howToReach(url: string, surroundings: Surroundings = {}): string | null {
  const { hasHost = false, env = process.env } = surroundings;
  const { user = () => userInfo().username, isInContainer = hasDockerFile } = surroundings;
  const { port } = new URL(url);
  if (env.CODESPACES === 'true' || env.REMOTE_CONTAINERS === 'true')
    return `This is a container: forward port ${port} (the Ports view of VS Code does), then open the address.`;
  // `client 50022 server 22`: what the client connected to is what it reaches again.
  const [, , , server, sshPort] = /^(\S+) (\d+) (\S+) (\d+)$/.exec(env.SSH_CONNECTION ?? '') ?? [];
  if (server !== undefined && sshPort !== undefined) {
    const at = sshPort === '22' ? '' : ` -p ${sshPort}`;
    return `On your own machine run: ssh -N -L ${port}:127.0.0.1:${port}${at} ${user()}@${server}\nThen open the address there.`;
  }
  if (hasHost && isInContainer())
    return 'This is a container: publish a port, for example with docker run -p 127.0.0.1:4800:4800, and use --port 4800 --host 0.0.0.0.';
  return null;
}

function hasDockerFile(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}
