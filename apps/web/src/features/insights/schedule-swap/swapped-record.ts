import type { TeamSwap } from '../use-insights.ts'

type SwappedRecord = TeamSwap['records'][number]

/** Wins, a tie as half a win. */
export function winsOf({ wins, ties }: Pick<SwappedRecord, 'wins' | 'ties'>): number {
  return wins + ties / 2
}

/** How many wins a schedule would have given more (+) or less (−) than the own one. */
export function winsMore(team: TeamSwap, record: SwappedRecord): number {
  const real = team.records.find(({ schedule_of: id }) => id === team.team_id)
  return winsOf(record) - (real === undefined ? 0 : winsOf(real))
}
