import type { Context } from '../context.ts'
import type { HistoryCache } from '../features/history/history-cache.ts'
import { readMatchup, readScoreboard } from '../features/matchups/read-matchups.ts'
import type { PublicSources } from '../features/public-link/sources.ts'
import type { ImageMaker } from '../features/share-images/image-maker.ts'
import { readStandings } from '../features/standings/read-standings.ts'

export type PublicSourcesOptions = {
  ctx: Context
  history: HistoryCache
  images: ImageMaker
}

/** A public link shows a part of what the screens of other features show. */
export function publicSources(options: PublicSourcesOptions): PublicSources {
  const { ctx, history, images } = options
  return {
    getStandings: (leagueId, season) => readStandings(ctx, leagueId, season, null),
    getScoreboard: (leagueId, week) => readScoreboard(ctx, leagueId, week, null),
    findMatchup: (leagueId, game) => readMatchup(ctx, leagueId, game),
    getHistory: async (leagueId) => (await history.get(leagueId)).history,
    draw: (card, style) => images.make(card, style),
  }
}
