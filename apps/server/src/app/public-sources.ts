import type { HistoryCache } from '../features/history/history-cache.ts'
import type { MatchupReader } from '../features/matchups/matchup-reader.ts'
import { presentScoreboard } from '../features/matchups/present.ts'
import type { WeekReader } from '../features/matchups/week-reader.ts'
import type { PublicSources } from '../features/public-link/sources.ts'
import type { ImageMaker } from '../features/share-images/image-maker.ts'
import type { StandingsReader } from '../features/standings/standings-reader.ts'

export type PublicSourcesOptions = {
  standings: StandingsReader
  weeks: WeekReader
  matchups: MatchupReader
  history: HistoryCache
  images: ImageMaker
}

/** A public link shows a part of what the screens of other features show. */
export function publicSources(options: PublicSourcesOptions): PublicSources {
  const { standings, weeks, matchups, history, images } = options
  return {
    getStandings: (leagueId, season) => standings.read(leagueId, season, null),
    getScoreboard: async (leagueId, week) =>
      presentScoreboard({ ...(await weeks.readWeek(leagueId, week)), userId: null }),
    findMatchup: (leagueId, game) => matchups.find(leagueId, game),
    getHistory: async (leagueId) => (await history.get(leagueId)).history,
    draw: (card, style) => images.make(card, style),
  }
}
