import type { getGame } from '@fieldhouse/contract/games'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'

type WeekLineups = ResponseOf<typeof getGame>['lineups'][number]

/** Returns both lineups for each week of the game in which at least one of them is stored. */
export async function loadGameLineups(
  archive: Pick<ArchiveReader, 'listLineups'>,
  leagueId: number,
  { season, weeks, home, away }: PlayedGame,
): Promise<WeekLineups[]> {
  const weekLineups = await Promise.all(
    weeks.map(async (week) => {
      const lineups = await archive.listLineups(leagueId, season, week)
      const lineupOf = (teamId: number) => presentLineup(lineups.find((lineup) => lineup.teamId === teamId))
      return { week, home: lineupOf(home.team.teamId), away: lineupOf(away.team.teamId) }
    }),
  )
  return weekLineups.filter((week) => week.home !== null || week.away !== null)
}
