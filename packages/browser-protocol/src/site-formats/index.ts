/** Formats that come with the server. A new site is a JSON file, a line here, and its page in the test's fixtures. */
import { z } from 'zod';

import { siteFormatSchema } from '../site-format.ts';

import bingSearch from './bing-search.json' with { type: 'json' };
import duckduckgoSearch from './duckduckgo-search.json' with { type: 'json' };
import githubFile from './github-file.json' with { type: 'json' };
import githubIssue from './github-issue.json' with { type: 'json' };
import githubIssues from './github-issues.json' with { type: 'json' };
import githubPull from './github-pull.json' with { type: 'json' };
import githubPulls from './github-pulls.json' with { type: 'json' };
import githubSearch from './github-search.json' with { type: 'json' };
import googleSearch from './google-search.json' with { type: 'json' };
import mdnPage from './mdn-page.json' with { type: 'json' };
import npmPackage from './npm-package.json' with { type: 'json' };
import npmSearch from './npm-search.json' with { type: 'json' };
import stackoverflowQuestion from './stackoverflow-question.json' with { type: 'json' };
import stackoverflowSearch from './stackoverflow-search.json' with { type: 'json' };
import youtubeResults from './youtube-results.json' with { type: 'json' };
import youtubeWatch from './youtube-watch.json' with { type: 'json' };

/** In the order in which they are tried. */
export const siteFormats = z
  .array(siteFormatSchema)
  .parse([
    bingSearch,
    duckduckgoSearch,
    githubFile,
    githubIssue,
    githubIssues,
    githubPull,
    githubPulls,
    githubSearch,
    googleSearch,
    mdnPage,
    npmPackage,
    npmSearch,
    stackoverflowQuestion,
    stackoverflowSearch,
    youtubeResults,
    youtubeWatch,
  ]);
