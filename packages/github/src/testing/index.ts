/** A GitHub for tests of other packages. */
export { FakeGitHub } from './fake-github.ts';
export { ada, stranger } from './fake-users.ts';
