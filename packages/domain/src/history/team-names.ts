import { byName, type Owner } from './owners.ts'
import type { RankedSeason } from './ranked-season.ts'

/** A team name that was ever used. */
export type TeamName = {
  name: string
  /** In which it was used, oldest first. */
  seasons: number[]
  titles: number
  /** Whose teams had it, by name. */
  owners: Owner[]
}

const NAME_COLLATOR = new Intl.Collator('en')

/** Used longest first, then most titles, then by name. */
export function teamNames(seasons: readonly RankedSeason[]): TeamName[] {
  const found = new Map<string, { seasons: number[]; titles: number; owners: Set<Owner> }>()
  for (const { season, isFinished, teams } of seasons) {
    for (const { place, owner, team } of teams) {
      const use = found.get(team.name) ?? { seasons: [], titles: 0, owners: new Set() }
      found.set(team.name, use)
      if (use.seasons.at(-1) !== season) use.seasons.push(season)
      if (isFinished && place === 1) use.titles += 1
      if (owner !== null) use.owners.add(owner)
    }
  }
  return [...found]
    .map(([name, use]) => ({ ...use, name, owners: [...use.owners].sort(byName) }))
    .sort(
      (a, b) =>
        b.seasons.length - a.seasons.length ||
        b.titles - a.titles ||
        NAME_COLLATOR.compare(a.name, b.name) ||
        (a.name < b.name ? -1 : 1),
    )
}
