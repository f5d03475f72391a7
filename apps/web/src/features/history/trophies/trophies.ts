import type { Finisher, Season } from '../use-history.ts'

/** The champion of a finished season, or several if the title is shared. Empty if unknown. */
export function championsOf({ podium }: Pick<Season, 'podium'>): Finisher[] {
  return podium.filter(({ rank }) => rank === 1)
}

export type Champion = {
  /** The owner's name, or the team's name if it had no owner. */
  name: string
  isOwner: boolean
  /** Championship seasons, oldest first. */
  seasons: number[]
  /** Distinct team names of those seasons, oldest first. */
  teams: string[]
}

/** Lists all champions, most titles first, then most recent title first. */
export function listChampions(seasons: readonly Season[]): Champion[] {
  const champions = new Map<string, Champion>()
  for (const { season, ...rest } of seasons) {
    for (const champion of championsOf(rest)) {
      const isOwner = champion.owner !== null
      const name = champion.owner ?? champion.name
      const key = `${isOwner} ${name}`
      const entry = champions.get(key) ?? { name, isOwner, seasons: [], teams: [] }
      if (!entry.seasons.includes(season)) entry.seasons.push(season)
      if (!entry.teams.includes(champion.name)) entry.teams.push(champion.name)
      champions.set(key, entry)
    }
  }
  return [...champions.values()].sort(
    (a, b) => b.seasons.length - a.seasons.length || (b.seasons.at(-1) ?? 0) - (a.seasons.at(-1) ?? 0),
  )
}

/** Last year's, or else the newest before it, or else the oldest. */
export function initialSeason(seasons: readonly number[], currentYear: number): number | undefined {
  return seasons.findLast((season) => season <= currentYear - 1) ?? seasons[0]
}
