/** Half wins that go to one or two teams: a game gives both teams up to 2, a week of the median all teams up to 2. */
export type UnitSource = {
  units: number
  /** The teams that can receive them, each at most 2. */
  teams: readonly number[]
}

/**
 * The most half wins that the sources can give to teams with limited room, a maximum flow. `rooms` is by team. The
 * search starts from a greedy assignment and moves units along paths from team to team.
 */
export function maxUnits(sources: readonly UnitSource[], rooms: readonly number[]): number {
  const left = [...rooms]
  const spare = sources.map(({ units }) => units)
  const given = sources.map(({ teams }) => teams.map(() => 0))
  const sourcesOf = rooms.map((_, team) =>
    sources.flatMap(({ teams }, source) =>
      teams.includes(team) ? [{ source, slot: teams.indexOf(team) }] : [],
    ),
  )

  /** Moves one unit to the team from a source with spare units, over other teams if necessary. */
  const pull = (team: number, visited: Set<number>): boolean => {
    visited.add(team)
    for (const { source, slot } of sourcesOf[team] ?? []) {
      const shares = given[source] ?? []
      if ((shares[slot] ?? 0) >= 2) continue
      const taken = (amount: number) => {
        shares[slot] = (shares[slot] ?? 0) + amount
      }
      if ((spare[source] ?? 0) > 0) {
        spare[source] = (spare[source] ?? 0) - 1
        taken(1)
        return true
      }
      for (const [otherSlot, other] of (sources[source]?.teams ?? []).entries()) {
        if (visited.has(other) || (shares[otherSlot] ?? 0) === 0) continue
        shares[otherSlot] = (shares[otherSlot] ?? 0) - 1
        taken(1)
        if (pull(other, visited)) return true
        shares[otherSlot] = (shares[otherSlot] ?? 0) + 1
        taken(-1)
      }
    }
    return false
  }

  let total = 0
  for (const [team, room] of left.entries())
    for (let unit = 0; unit < room; unit += 1) {
      if (!pull(team, new Set())) break
      total += 1
    }
  return total
}
