import { githubIssues } from './github-issues.ts';
import { searchResults } from './search-results.ts';

/** Sites with a form of their own for `usePlatformOptimizer`. Another one is another file and a line here. */
export const formats = [githubIssues, searchResults] as const;
