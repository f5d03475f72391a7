import { slotOf } from '../../rosters/lineup.ts'
import { type RosterPlayer, type RosterWeek, startersOf } from '../../rosters/matchup.ts'
import { groupBy } from '../season/regular-season.ts'

/** What a player scored in a season while he was on a roster of the league, in points. */
export type PlayerSeason = { playerId: number; name: string; position: string | null; points: number }

/** A player on two rosters in one week counts once, for the team that started him, otherwise for the later entry. */
export function playerSeasons(weeks: readonly RosterWeek[]): Map<number, PlayerSeason> {
  const seasons = new Map<number, PlayerSeason>()
  for (const rosters of groupBy(
    weeks.toSorted((a, b) => a.week - b.week),
    ({ week }) => week,
  ).values()) {
    const ofWeek = new Map<number, RosterPlayer>()
    for (const { players } of rosters)
      for (const player of players)
        if (ofWeek.get(player.playerId)?.isStarter !== true || player.isStarter)
          ofWeek.set(player.playerId, player)
    for (const { playerId, name, position, points } of ofWeek.values()) {
      const before = seasons.get(playerId)?.points ?? 0
      seasons.set(playerId, { playerId, name, position, points: before + (points ?? 0) / 100 })
    }
  }
  return seasons
}

/**
 * How many players of each position the league starts, rounded: for each team the slots of the position, and its share
 * of the slots that several positions can fill.
 */
export function startedPlayers(weeks: readonly RosterWeek[]): Map<string, number> {
  const teams = new Set(weeks.map(({ teamId }) => teamId)).size
  const starters = weeks.flatMap(startersOf)
  const positions = new Set(starters.flatMap(({ position }) => position ?? []))
  const slots = [...starters.map(({ slotId }) => slotId), ...weeks.flatMap(({ emptySlots }) => emptySlots)]
  const isFlex = (slotId: number) => !positions.has(slotOf(slotId).name)
  const flexSlots = slots.filter(isFlex).length
  const flexStarters = starters.filter(({ slotId }) => isFlex(slotId))
  return new Map(
    [...positions].map((position) => {
      const own = slots.filter((slotId) => slotOf(slotId).name === position).length
      const inFlex = flexStarters.filter((starter) => starter.position === position).length
      const share = flexStarters.length === 0 ? 0 : inFlex / flexStarters.length
      return [position, Math.round((teams * (own + flexSlots * share)) / weeks.length)]
    }),
  )
}

/**
 * The points of each player above those of the replacement: the best player of the position whom the league does not
 * start, or its last one. Players without a position are left out.
 */
export function pointsAboveReplacement(
  players: readonly Pick<PlayerSeason, 'playerId' | 'position' | 'points'>[],
  started: ReadonlyMap<string, number>,
): Map<number, number> {
  const above = new Map<number, number>()
  for (const [position, group] of groupBy(players, (player) => player.position)) {
    if (position === null) continue
    const sorted = group.toSorted((a, b) => b.points - a.points)
    const replacement = (sorted[started.get(position) ?? 0] ?? sorted.at(-1))?.points ?? 0
    for (const { playerId, points } of group) above.set(playerId, points - replacement)
  }
  return above
}
