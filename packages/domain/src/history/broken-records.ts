import { type GameRecord, leagueRecords, RECORD_NAMES, type RecordName } from './league-records.ts'
import type { PlayedGame } from './played-games.ts'

export type BrokenRecord = GameRecord & { name: RecordName }

/** None before the league has a game of an earlier season, because its first weeks break all of them. */
export function brokenRecords(
  games: readonly PlayedGame[],
  { season, period }: { season: number; period: number },
): BrokenRecord[] {
  const earlier = games.filter(
    (game) => game.season < season || (game.season === season && game.period < period),
  )
  if (!earlier.some((game) => game.season < season)) return []
  const played = games.filter((game) => game.season === season && game.period === period)
  const [before, after] = [leagueRecords(earlier), leagueRecords([...earlier, ...played])]
  return RECORD_NAMES.flatMap((name) => {
    const record = after[name]
    const isBroken = record !== null && before[name] !== null && played.includes(record.game)
    return isBroken ? [{ ...record, name }] : []
  })
}
