import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/** A team name and its history. */
export type TeamName = {
  name: string
  /** The seasons in which the name was used, oldest first. */
  seasons: number[]
  titles: number
  /** The owners of the teams with this name, by owner name. */
  owners: Owner[]
}

const NAME_COLLATOR = new Intl.Collator('en')

/** Returns all team names: most seasons first, then most titles, then by name. */
export function teamNames(seasons: readonly RankedSeason[]): TeamName[] {
  const usages = new Map<string, { seasons: number[]; titles: number; owners: Set<Owner> }>()
  for (const { season, isFinished, teams } of seasons) {
    for (const { place, owner, team } of teams) {
      const usage = usages.get(team.name) ?? { seasons: [], titles: 0, owners: new Set() }
      usages.set(team.name, usage)
      if (usage.seasons.at(-1) !== season) usage.seasons.push(season)
      if (isFinished && place === 1) usage.titles += 1
      if (owner !== null) usage.owners.add(owner)
    }
  }
  return [...usages]
    .map(([name, usage]) => ({ ...usage, name, owners: [...usage.owners].sort(byName) }))
    .sort(
      (a, b) =>
        b.seasons.length - a.seasons.length ||
        b.titles - a.titles ||
        NAME_COLLATOR.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    )
}
