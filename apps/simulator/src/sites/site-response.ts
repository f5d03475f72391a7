import type { SimulatedResponse } from '../provider/faults.ts'
import { forecast } from './forecast.ts'
import { newsSearch } from './news-search.ts'
import { pictureResponse } from './pictures.ts'
import { playerNews } from './player-news.ts'
import { scoreboard } from './scoreboard.ts'
import { sheetResponse } from './sheets.ts'
import type { SiteRequest } from './site-request.ts'

const SITES: Readonly<Record<string, (siteRequest: SiteRequest) => SimulatedResponse>> = {
  '/apis/site/v2/sports/football/nfl/scoreboard': scoreboard,
  '/apis/fantasy/v2/games/ffl/news/players': playerNews,
  '/v1/forecast': forecast,
  '/rss/search': newsSearch,
}

export function siteResponse(siteRequest: SiteRequest): SimulatedResponse | null {
  const { pathname } = siteRequest.request.url
  return Object.hasOwn(SITES, pathname)
    ? (SITES[pathname]?.(siteRequest) ?? null)
    : (pictureResponse(siteRequest) ?? sheetResponse(siteRequest))
}
