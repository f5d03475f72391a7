import type { Season } from './use-history.ts'

/** Someone who won titles. */
export type Champion = {
  /** The owner; the team where nobody owned it. */
  name: string
  isOwner: boolean
  /** Of the titles, oldest first. */
  seasons: number[]
  /** The names under which they were won, oldest first, each once. */
  teams: string[]
}

/** Everyone who won a title: most titles first, then the latest champion. */
export function listChampions(seasons: readonly Season[]): Champion[] {
  const champions = new Map<string, Champion>()
  for (const { season, champion } of seasons) {
    if (champion === null) continue
    const isOwner = champion.owner !== null
    const name = champion.owner ?? champion.name
    const key = `${isOwner} ${name}`
    const known = champions.get(key) ?? { name, isOwner, seasons: [], teams: [] }
    known.seasons.push(season)
    if (!known.teams.includes(champion.name)) known.teams.push(champion.name)
    champions.set(key, known)
  }
  return [...champions.values()].sort(
    (a, b) => b.seasons.length - a.seasons.length || (b.seasons.at(-1) ?? 0) - (a.seasons.at(-1) ?? 0),
  )
}
