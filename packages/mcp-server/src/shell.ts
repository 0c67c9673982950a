export { followWork, type FollowOptions, type WorkLine } from './shell/follow-work.ts';
export {
  type Moved,
  ShellAgent,
  type ShellAgentOptions,
  type ShellMove,
  type WaitedFor,
} from './shell/shell-agent.ts';
