import { type ScheduledGame, typicalGames } from '@fieldhouse/domain/seasons/refresh-schedule'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { NflReader } from '../repositories/nfl/nfl-reader.ts'

const STATES = { pre: 'before', in: 'live', post: 'over' } as const

/** The stored games of the season, except those that were called off; a typical schedule if none are stored. */
export async function gamesToFollow(
  reader: Pick<NflReader, 'listSeasonGames'>,
  moment: Date,
): Promise<readonly ScheduledGame[]> {
  const games = await reader.listSeasonGames(seasonAt(moment))
  if (games.length === 0) return typicalGames(moment)
  return games.flatMap(({ kickoff, state }) => (state === 'off' ? [] : [{ kickoff, state: STATES[state] }]))
}
