import { type ScheduledGame, typicalGames } from '@fieldhouse/domain/refresh-schedule'
import { seasonAt } from '@fieldhouse/domain/season'
import type { NflReader } from '../database/nfl-reader.ts'

const STATES = { pre: 'before', in: 'live', post: 'over' } as const

/** The games of the season as they are stored; as they usually are while none are. */
export async function gamesToFollow(
  reader: Pick<NflReader, 'listSeasonGames'>,
  moment: Date,
): Promise<readonly ScheduledGame[]> {
  const games = await reader.listSeasonGames(seasonAt(moment))
  if (games.length === 0) return typicalGames(moment)
  return games.flatMap(({ kickoff, state }) => (state === 'off' ? [] : [{ kickoff, state: STATES[state] }]))
}
