// What Node for Windows needs to work under Wine as it does on Windows. Every process of the tests loads it.
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

// Wine cannot set all of a socket's keep-alive times, and then refuses to connect it.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

const root = new URL('../..', import.meta.url).href;

// Wine takes a link for the folder itself, so that our own packages would lie in node_modules.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = found.url
      .replace(`${root}node_modules/@annotate-mcp/`, `${root}packages/`)
      .replace(`${root}node_modules/annotate-mcp/`, `${root}packages/cli/`);
    return { ...found, url };
  },
});
