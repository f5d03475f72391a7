import { HOUR_MS } from '@fieldhouse/domain/duration'
import { boundedCache } from '../../../database/engine/bounded-cache.ts'
import type { WebResponse } from '../../http/web-client.ts'
import { OtherSportError, ProviderError } from '../../provider-error.ts'
import { type LeagueBody, readLeague, readLeagues, readUsers } from '../schemas/season-bodies.ts'
import type { SleeperClient } from './sleeper-client.ts'

/** A league has a new ID every season. Each one only knows the ID of the season before. */
export type ChainLink = { leagueId: string; season: number }

export type FoundLeague = { response: WebResponse; league: LeagueBody }

/** More seasons than a league can have, for chains that never end. */
const MAX_SEASONS = 40
/** Members who are asked for the next season's league. */
const MAX_MEMBERS = 4
/** Links in memory. They never change. */
const MAX_LINKS = 5000

type Signal = AbortSignal | undefined

type StoredLink = ChainLink & { previousId: string | null }

/** Reads the seasons of leagues. All functions throw a ProviderError. */
export function leagueChain(client: SleeperClient) {
  const links = boundedCache<StoredLink>(MAX_LINKS, () => 1)

  async function linkOf(leagueId: string, signal: Signal): Promise<StoredLink | null> {
    const known = links.get(leagueId)
    if (known !== undefined) return known
    const found = await fetchLeague(client, leagueId, { signal, maxAgeMs: HOUR_MS })
    if (found === null) return null
    const { season, previous_league_id: previousId = null } = found.league
    const link = { leagueId, season, previousId }
    links.set(leagueId, link)
    return link
  }

  /** Goes back until `isLast`. A chain ends with an ID that is missing, `0` or unknown to Sleeper. */
  async function walk(
    leagueId: string,
    signal: Signal,
    {
      isLast = () => false,
      stopsOnFailure = false,
    }: { isLast?: (link: ChainLink) => boolean; stopsOnFailure?: boolean } = {},
  ): Promise<ChainLink[]> {
    const chain: ChainLink[] = []
    let id: string | null = leagueId
    while (id !== null && chain.length < MAX_SEASONS && !chain.some((each) => each.leagueId === id)) {
      let link: StoredLink | null
      try {
        link = await linkOf(id, signal)
      } catch (error) {
        if (!stopsOnFailure || !(error instanceof ProviderError)) throw error
        return chain
      }
      if (link === null) break
      chain.push(link)
      if (isLast(link)) break
      id = link.previousId
    }
    return chain
  }

  /** The next season's league, which only its members know. */
  async function successorOf({ leagueId, season }: ChainLink, signal: Signal): Promise<ChainLink | null> {
    const get = async (path: string) => (await client.get({ path, signal, maxAgeMs: HOUR_MS }))?.json
    const users = readUsers(await get(`league/${leagueId}/users`))
    const members = users.toSorted((a, b) => Number(b.is_owner ?? false) - Number(a.is_owner ?? false))
    for (const { user_id } of members.slice(0, MAX_MEMBERS)) {
      if (user_id == null) continue
      const leagues = readLeagues(await get(`user/${encodeURIComponent(user_id)}/leagues/nfl/${season + 1}`))
      const next = leagues.find((league) => league.previous_league_id === leagueId)
      if (next?.league_id != null) return { leagueId: next.league_id, season: next.season }
    }
    return null
  }

  /** The newest season up to `newest`, from the ID of any season. null if there is none. */
  async function findNewest(leagueId: string, newest: number, signal: Signal): Promise<ChainLink | null> {
    let link: ChainLink | null = await linkOf(leagueId, signal)
    while (link !== null && link.season < newest) {
      const next = await successorOf(link, signal)
      if (next === null || next.season <= link.season) break
      link = next
    }
    if (link === null || link.season <= newest) return link
    const chain = await walk(leagueId, signal, { isLast: ({ season }) => season <= newest })
    return chain.find(({ season }) => season <= newest) ?? null
  }

  return {
    findNewest,
    /** The league of a season, from the ID of any of its seasons. null if there is none. */
    async find(leagueId: string, season: number, signal: Signal) {
      const newest = await findNewest(leagueId, season, signal)
      return newest?.season === season ? newest : null
    },
    /** A league and all of its earlier seasons, the newest first. Empty if there is none. */
    list: (leagueId: string, signal: Signal) => walk(leagueId, signal),
    /** The same as far as it can be read. Never throws a ProviderError. */
    listKnown: (leagueId: string, signal: Signal) => walk(leagueId, signal, { stopsOnFailure: true }),
  }
}

/** The names of other sports. The IDs of their leagues are of the same kind. */
const SPORTS: Readonly<Partial<Record<string, string>>> = {
  nba: 'basketball',
  wnba: 'basketball',
  mlb: 'baseball',
  nhl: 'hockey',
  lcs: 'League of Legends',
}

/** null for an ID that is none, or that Sleeper does not know. Throws a ProviderError, such as an OtherSportError. */
export async function fetchLeague(
  client: SleeperClient,
  leagueId: string,
  { signal, maxAgeMs }: { signal: AbortSignal | undefined; maxAgeMs: number },
): Promise<FoundLeague | null> {
  if (!/^\d{1,20}$/.test(leagueId)) return null
  const response = await client.get({ path: `league/${leagueId}`, signal, maxAgeMs })
  if (response === null) return null
  const league = readLeague(response.json)
  if ((league.league_id ?? leagueId) !== leagueId)
    throw new ProviderError(
      'wrong_league',
      `expected league ${leagueId}, received league ${league.league_id}`,
    )
  const { sport } = league
  if (sport != null && sport !== 'nfl')
    throw new OtherSportError(league.name?.trim() || `League ${leagueId}`, SPORTS[sport] ?? null)
  return { response, league }
}
