import type { Answer } from '../faults.ts'
import type { SiteAsk } from './ask-site.ts'
import { forecast } from './forecast.ts'
import { newsSearch } from './news-search.ts'
import { playerNews } from './player-news.ts'
import { scoreboard } from './scoreboard.ts'
import { sheets } from './sheets.ts'

const SITES: Readonly<Record<string, (ask: SiteAsk) => Answer>> = {
  '/apis/site/v2/sports/football/nfl/scoreboard': scoreboard,
  '/apis/fantasy/v2/games/ffl/news/players': playerNews,
  '/v1/forecast': forecast,
  '/rss/search': newsSearch,
}

/** What the sources beside the league answer at their own paths; null for a path of none of them. */
export function siteAnswer(ask: SiteAsk): Answer | null {
  const { pathname } = ask.request.url
  return Object.hasOwn(SITES, pathname) ? (SITES[pathname]?.(ask) ?? null) : sheets(ask)
}
