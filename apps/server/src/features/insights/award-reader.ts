import { type Award, weeklyAwards } from '@fieldhouse/domain/insights/awards/weekly-awards'
import { completedGames } from '@fieldhouse/domain/insights/season/regular-season'
import { latestAcquisitions } from '@fieldhouse/domain/rosters/acquisitions'
import { workInTurn } from '../../jobs/take-turns.ts'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { InsightReader, InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import type { RosterWeekReader } from '../../repositories/seasons/roster-week-reader.ts'
import { presentHeader } from './present.ts'

export type SeasonAwards = {
  /** null if the season is not stored. */
  stored: InsightSeason | null
  /** Empty if the season has no insights. */
  awards: Award[]
  /** The NFL weeks whose lineups are stored. */
  lineupWeeks: ReadonlySet<number>
}

export interface AwardReader {
  getSeason(leagueId: number, season: number): Promise<SeasonAwards>
}

type Readers = {
  insights: InsightReader
  archive: Pick<ArchiveReader, 'findDraft' | 'listTransactions'>
  rosterWeeks: RosterWeekReader
  nfl: Pick<NflReader, 'listByes'>
}

/** Computes the weekly awards of seasons from what is stored. */
export function awardReader({ insights, archive, rosterWeeks, nfl }: Readers): AwardReader {
  return {
    async getSeason(leagueId, season) {
      const stored = await insights.findSeason(leagueId, season)
      if (stored === null || presentHeader(season, stored).unavailable !== null)
        return { stored, awards: [], lineupWeeks: new Set() }
      const [lineups, draft, transactions, byes] = await Promise.all([
        rosterWeeks.listRosterWeeks(leagueId, season),
        archive.findDraft(leagueId, season),
        archive.listTransactions(leagueId, season),
        nfl.listByes(season),
      ])
      const latestAcquisition = await workInTurn(() =>
        latestAcquisitions({ picks: draft?.picks ?? [], transactions }),
      )
      const onBye = new Set(byes.map(({ week, teamId }) => `${week} ${teamId}`))
      return {
        stored,
        awards: await workInTurn(() =>
          weeklyAwards({
            games: completedGames(stored.regular),
            lineups,
            isBestBall: stored.schedule.isBestBall,
            latestAcquisition,
            isOnBye: (nflTeamId, week) => onBye.has(`${week} ${nflTeamId}`),
          }),
        ),
        lineupWeeks: new Set(lineups.map(({ week }) => week)),
      }
    },
  }
}
