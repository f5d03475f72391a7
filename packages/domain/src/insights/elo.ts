export type EloGame<Owner> = {
  home: Owner
  away: Owner
  /** 1 if the home side won, 0.5 for a tie, 0 if it lost. */
  result: number
  /** Home minus away, in points. */
  margin: number
}

export type EloSeason<Owner> = {
  season: number
  /** The games of each week that count, in order: no consolation and no median games. */
  weeks: readonly { week: number; games: readonly EloGame<Owner>[] }[]
}

/** The ratings after a week of everybody who has played so far. */
type EloWeek<Owner> = { season: number; week: number; ratings: ReadonlyMap<Owner, number> }

const START = 1500
const K = 20

/** How much of its distance from the start a rating loses between two seasons. */
const REVERSION = 1 / 3

/**
 * Running ratings over all seasons, oldest first. Everybody starts at 1500, and ratings move toward 1500 between
 * seasons, also for those who pause. All games of a week use the ratings before it. `usesMargin` makes clear wins
 * worth more. Owners with an `initial` rating start with it.
 */
export function eloRatings<Owner>(
  seasons: readonly EloSeason<Owner>[],
  {
    usesMargin = false,
    initial = new Map(),
  }: { usesMargin?: boolean; initial?: ReadonlyMap<Owner, number> } = {},
): EloWeek<Owner>[] {
  const ratings = new Map(initial)
  const history: EloWeek<Owner>[] = []
  for (const [index, { season, weeks }] of seasons.entries()) {
    if (index > 0)
      for (const [owner, rating] of ratings) ratings.set(owner, rating + (START - rating) * REVERSION)
    for (const { week, games } of weeks) {
      const before = new Map(ratings)
      for (const { home, away, result, margin } of games) {
        const [own, other] = [before.get(home) ?? START, before.get(away) ?? START]
        const weight = usesMargin ? marginWeight(own, other, result, margin) : 1
        const gain = K * weight * (result - expectedResult(own, other))
        ratings.set(home, (ratings.get(home) ?? START) + gain)
        ratings.set(away, (ratings.get(away) ?? START) - gain)
      }
      history.push({ season, week, ratings: new Map(ratings) })
    }
  }
  return history
}

/** The expected result of a rating against another one, 0 to 1. */
export function expectedResult(rating: number, opponent: number): number {
  return 1 / (1 + 10 ** ((opponent - rating) / 400))
}

/** Grows with the margin, and less if the better team won. A tie counts 1. */
function marginWeight(home: number, away: number, result: number, margin: number): number {
  if (result === 0.5) return 1
  const lead = result === 1 ? home - away : away - home
  return (Math.log(Math.abs(margin) + 1) * 2.2) / (lead * 0.001 + 2.2)
}
