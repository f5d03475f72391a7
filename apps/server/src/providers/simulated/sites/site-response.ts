import type { SimulatedResponse } from '../faults.ts'
import { forecast } from './forecast.ts'
import { newsSearch } from './news-search.ts'
import { playerNews } from './player-news.ts'
import { scoreboard } from './scoreboard.ts'
import { sheetResponse } from './sheets.ts'
import type { SiteRequest } from './site-request.ts'

const SITES: Readonly<Record<string, (ask: SiteRequest) => SimulatedResponse>> = {
  '/apis/site/v2/sports/football/nfl/scoreboard': scoreboard,
  '/apis/fantasy/v2/games/ffl/news/players': playerNews,
  '/v1/forecast': forecast,
  '/rss/search': newsSearch,
}

/** What the sources beside the league answer at their own paths; null for a path of none of them. */
export function siteResponse(ask: SiteRequest): SimulatedResponse | null {
  const { pathname } = ask.request.url
  return Object.hasOwn(SITES, pathname) ? (SITES[pathname]?.(ask) ?? null) : sheetResponse(ask)
}
