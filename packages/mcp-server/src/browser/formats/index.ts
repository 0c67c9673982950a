import { githubIssues } from './github-issues.ts';
import { searchResults } from './search-results.ts';

/** Sites with a short form for `usePlatformOptimizer`. A new site is a new file and a line here. */
export const formats = [githubIssues, searchResults] as const;
