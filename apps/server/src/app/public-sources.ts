import type { Context } from '../context.ts'
import type { HistoryCache } from '../features/history/history-cache.ts'
import type { MatchupReader } from '../features/matchups/matchup-reader.ts'
import { presentScoreboard } from '../features/matchups/present.ts'
import type { WeekReader } from '../features/matchups/week-reader.ts'
import type { PublicSources } from '../features/public-link/sources.ts'
import type { ImageMaker } from '../features/share-images/image-maker.ts'
import { readStandings } from '../features/standings/read-standings.ts'

export type PublicSourcesOptions = {
  ctx: Context
  weeks: WeekReader
  matchups: MatchupReader
  history: HistoryCache
  images: ImageMaker
}

/** A public link shows a part of what the screens of other features show. */
export function publicSources(options: PublicSourcesOptions): PublicSources {
  const { ctx, weeks, matchups, history, images } = options
  return {
    getStandings: (leagueId, season) => readStandings(ctx, leagueId, season, null),
    getScoreboard: async (leagueId, week) =>
      presentScoreboard({ ...(await weeks.readWeek(leagueId, week)), userId: null }),
    findMatchup: (leagueId, game) => matchups.find(leagueId, game),
    getHistory: async (leagueId) => (await history.get(leagueId)).history,
    draw: (card, style) => images.make(card, style),
  }
}
