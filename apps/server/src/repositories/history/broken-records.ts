import { brokenRecords } from '@fieldhouse/domain/history/broken-records'
import { RECORD_NAMES } from '@fieldhouse/domain/history/league-records'
import type { AnnouncedRecord } from '@fieldhouse/domain/notifications/activity-notifications'
import type { Points } from '@fieldhouse/domain/points'
import { z } from 'zod'
import type { LeagueSeasons } from '../league-values/league.ts'

const BrokenRecords = z.array(
  z.object({
    name: z.enum(RECORD_NAMES),
    holder: z.string(),
    points: z.int().transform((points) => points as Points),
    gameId: z.int(),
    period: z.int(),
  }),
)

export function parseBrokenRecords(json: string): AnnouncedRecord[] {
  return BrokenRecords.parse(JSON.parse(json))
}

/** The records that the games of a week have broken; null while one of them is undecided. */
export function findBrokenRecords(
  league: LeagueSeasons,
  season: number,
  week: number,
): AnnouncedRecord[] | null {
  const period = league.schedule(season)?.periods.find(({ weeks }) => weeks.at(-1) === week)?.period
  if (period === undefined) return []
  const isOpen = league
    .games(season)
    .some((game) => game.period === period && game.away !== null && game.result === 'undecided')
  if (isOpen) return null
  return brokenRecords(league.history().games, { season, period }).map(({ name, value, side, game }) => {
    const sides = side === null ? [game.home, game.away] : [game[side]]
    const holder = new Intl.ListFormat('en').format(sides.map(({ owner, team }) => owner?.name ?? team.name))
    return { name, holder, points: value, gameId: game.gameId, period: game.period }
  })
}
