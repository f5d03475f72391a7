import type { TieBreaker } from '../../seasons/season.ts'

export type SeedingRules = {
  tieBreaker: TieBreaker
  /** The division of each team; null in a league without divisions. The winners of divisions rank first. */
  divisions: readonly number[] | null
  /** The seeds that the host has published, best first. They replace all rules. */
  finalOrder?: readonly number[] | null
}

/** The totals of a season by the index of the team. */
export type SeasonTotals = {
  /** Half wins: 2 for a win, 1 for a tie. The results against the median are included. */
  units: ArrayLike<number>
  results: ArrayLike<number>
  pointsFor: ArrayLike<number>
  pointsAgainst: ArrayLike<number>
  /** Half wins against each opponent, and the games against it, at `team * teams + opponent`. */
  unitsAgainst: ArrayLike<number>
  gamesAgainst: ArrayLike<number>
}

/** A number per team; the highest is best. null leaves the order to the next rule. */
type Rule = (team: number, tied: readonly number[]) => number | null

/**
 * Best first, by their indexes. The coin decides between teams that are level in everything; pass the same number for
 * all to keep their order.
 */
export function seedOrder(totals: SeasonTotals, rules: SeedingRules, coin: () => number = () => 0): number[] {
  const { divisions, finalOrder = null } = rules
  if (finalOrder !== null) return [...finalOrder]
  const teams: number[] = []
  const rates: number[] = []
  for (let team = 0; team < totals.units.length; team += 1) {
    teams.push(team)
    rates.push((totals.units[team] ?? 0) / Math.max(1, totals.results[team] ?? 0))
  }
  const order = (members: number[]) => orderTeams(members, rates, totals, rules, coin)
  if (divisions === null) return order(teams)
  const winners = [...new Set(divisions)].flatMap(
    (division) => order(teams.filter((team) => divisions[team] === division))[0] ?? [],
  )
  return [...order(winners), ...order(teams.filter((team) => !winners.includes(team)))]
}

/** Sorts in place, because a simulation does this very often and few teams are level. */
function orderTeams(
  members: number[],
  rates: readonly number[],
  totals: SeasonTotals,
  rules: SeedingRules,
  coin: () => number,
): number[] {
  const points = rules.tieBreaker.startsWith('points_for') ? totals.pointsFor : null
  const compare = (a: number, b: number) =>
    (rates[b] ?? 0) - (rates[a] ?? 0) || (points === null ? 0 : (points[b] ?? 0) - (points[a] ?? 0))
  members.sort((a, b) => compare(a, b) || a - b)
  for (let start = 0; start < members.length; ) {
    let end = start + 1
    while (end < members.length && compare(members[start] ?? 0, members[end] ?? 0) === 0) end += 1
    if (end > start + 1) {
      const tied = members.slice(start, end)
      members.splice(start, tied.length, ...breakTies(tied, tieRules(totals, rules), coin))
    }
    start = end
  }
  return members
}

/** Seeds are decided one after the other, each among all teams that are still level. */
function breakTies(tied: readonly number[], rules: readonly Rule[], coin: () => number): number[] {
  if (tied.length < 2) return [...tied]
  let best = tied
  for (const rule of rules) {
    const values = best.map((team) => rule(team, best))
    if (values.some((value) => value === null)) continue
    const highest = Math.max(...values.map((value) => value ?? 0))
    best = best.filter((_, index) => values[index] === highest)
    if (best.length === 1) break
  }
  const first = best[Math.floor(coin() * best.length)] ?? 0
  return [
    first,
    ...breakTies(
      tied.filter((team) => team !== first),
      rules,
      coin,
    ),
  ]
}

/** The first rule is the league's, the others follow in the provider's order. Source: analytics, "Ranking rules". */
function tieRules(totals: SeasonTotals, { tieBreaker, divisions }: SeedingRules): Rule[] {
  const pointsFor: Rule = (team) => totals.pointsFor[team] ?? 0
  const pointsAgainst: Rule = (team) => totals.pointsAgainst[team] ?? 0
  const headToHead: Rule = (team, tied) => recordAgainst(team, tied, totals)
  const inDivision: Rule = (team) => divisionRate(team, divisions, totals)
  switch (tieBreaker) {
    case 'points_for':
      return [pointsFor, headToHead, inDivision, pointsAgainst]
    case 'head_to_head':
      return [headToHead, pointsFor, inDivision, pointsAgainst]
    case 'division_record':
      return [inDivision, headToHead, pointsFor, pointsAgainst]
    case 'points_against':
      return [pointsAgainst, headToHead, pointsFor, inDivision]
    case 'points_for_and_against':
      return [pointsFor, pointsAgainst]
  }
}

/** The win rate against the other teams that are level; null unless all of them met each other equally often. */
function recordAgainst(team: number, tied: readonly number[], totals: SeasonTotals): number | null {
  const teams = totals.units.length
  const met = totals.gamesAgainst[(tied[0] ?? 0) * teams + (tied[1] ?? 0)] ?? 0
  const isEqual = tied.every((a) => tied.every((b) => a === b || totals.gamesAgainst[a * teams + b] === met))
  if (met === 0 || !isEqual) return null
  return tied.reduce((sum, other) => sum + (totals.unitsAgainst[team * teams + other] ?? 0), 0)
}

function divisionRate(team: number, divisions: readonly number[] | null, totals: SeasonTotals) {
  if (divisions === null) return null
  const opponents = divisions.flatMap((division, other) =>
    division === divisions[team] ? team * divisions.length + other : [],
  )
  const games = opponents.reduce((sum, at) => sum + (totals.gamesAgainst[at] ?? 0), 0)
  return opponents.reduce((sum, at) => sum + (totals.unitsAgainst[at] ?? 0), 0) / Math.max(1, games)
}
