export { serveStdio, type StdioOptions } from './transports/stdio.ts';
