import type { getGame } from '@fieldhouse/contract/games'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import type { ArchiveReader } from '../../database/archive-reader.ts'
import { presentLineup } from '../../http/present-lineup.ts'

type WeekLineups = ResponseOf<typeof getGame>['lineups'][number]

/** Both line-ups in each week of a game in which either is stored. */
export async function loadGameLineups(
  archive: Pick<ArchiveReader, 'listLineups'>,
  leagueId: number,
  { season, weeks, home, away }: PlayedGame,
): Promise<WeekLineups[]> {
  const found = await Promise.all(
    weeks.map(async (week) => {
      const lineups = await archive.listLineups(leagueId, season, week)
      const lineupOf = (teamId: number) => presentLineup(lineups.find((each) => each.teamId === teamId))
      return { week, home: lineupOf(home.team.teamId), away: lineupOf(away.team.teamId) }
    }),
  )
  return found.filter((each) => each.home !== null || each.away !== null)
}
