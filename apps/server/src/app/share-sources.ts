import type { SeasonScores } from '@fieldhouse/domain/betslip/lowest-scorer'
import type { RecapDocument } from '@fieldhouse/domain/recap/recap-document'
import type { Context } from '../context.ts'
import { readDraft } from '../features/draft/read-draft.ts'
import type { HistoryCache } from '../features/history/history-cache.ts'
import type { RaceReader } from '../features/insights/race-reader.ts'
import { presentSeasonCards } from '../features/insights/season-cards/present-season-cards.ts'
import type { SeasonCardReader } from '../features/insights/season-cards/season-card-reader.ts'
import { readMatchup } from '../features/matchups/read-matchups.ts'
import { readRecap } from '../features/recap/read-recap.ts'
import type { ShareSources } from '../features/share-images/share-sources.ts'
import { readStandings } from '../features/standings/read-standings.ts'
import { readTeam } from '../features/teams/read-team.ts'
import { readTrade, type TradeSources } from '../features/transactions/read-trade.ts'
import type { ArchiveReader } from '../repositories/seasons/archive-reader.ts'
import type { SeasonReader } from '../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../repositories/seasons/team-reader.ts'

export type ShareSourcesOptions = {
  ctx: Context
  history: HistoryCache
  races: Pick<RaceReader, 'getRace'>
  seasonCards: SeasonCardReader
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  scoresOf: (leagueId: number, season: number) => Promise<SeasonScores | null>
  teams: Pick<TeamReader, 'listTeams'>
  archive: Pick<ArchiveReader, 'listLineups'>
  findPostedRecap: (week: { leagueId: number; season: number; week: number }) => Promise<RecapDocument | null>
  trades: TradeSources
  now: () => Date
}

/** Share images show what the screens of other features show. */
export function shareSources(options: ShareSourcesOptions): ShareSources {
  const { ctx, history, teams } = options

  async function listCardTeams(leagueId: number, season: number) {
    const listed = await teams.listTeams(leagueId, season)
    return listed.map(({ teamId, name, logo, color }) => ({ teamId, name, logo, color }))
  }

  return {
    findMatchup: (leagueId, game) => readMatchup(ctx, leagueId, game),
    getStandings: (leagueId, season) => readStandings(ctx, leagueId, season, null),
    findTeam: async (league, teamId, season) =>
      (await readTeam(ctx, league, teamId, { season }))?.response ?? null,
    async findRecap(leagueId, season, requested) {
      const scores = await options.scoresOf(leagueId, season)
      // A recap is about the matchups that end with its week.
      const week = scores?.periods.find(({ weeks }) => weeks.includes(requested))?.weeks.at(-1) ?? requested
      // Who buys the next parlay concerns members only.
      const recap = await readRecap(options, { leagueId, season, week }, false)
      if (recap === null) return null
      const document = await options.findPostedRecap({ leagueId, season, week })
      return { recap, document, teams: await listCardTeams(leagueId, season) }
    },
    async findRace(leagueId, season) {
      const race = await options.races.getRace(leagueId, season)
      if (race === null) return 'busy'
      if (race.unavailable !== null) return null
      return { race, teams: await listCardTeams(leagueId, race.season) }
    },
    async findSeasonCards(leagueId, requested, teamId) {
      const season = requested ?? (await options.seasons.getCurrentSeason(leagueId, options.now()))
      const found = await options.seasonCards.getCards(leagueId, season, teamId)
      return typeof found === 'string' ? found : presentSeasonCards(found, teamId)
    },
    findTrade: (leagueId, trade) => readTrade(options.trades, { leagueId, ...trade }),
    async findDraft(leagueId, requested) {
      const draft = await readDraft(ctx, leagueId, requested)
      return draft.picks.length === 0 ? null : draft
    },
    getHistory: async (leagueId) => (await history.get(leagueId)).history,
  }
}
