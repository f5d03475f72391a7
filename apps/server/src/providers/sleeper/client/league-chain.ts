import { HOUR_MS } from '@fieldhouse/domain/duration'
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

export interface LeagueChain {
  /** The league of a season, from the ID of any of its seasons. null if there is none. Throws a ProviderError. */
  find(leagueId: string, season: number, signal: AbortSignal | undefined): Promise<ChainLink | null>
  /** A league and all of its earlier seasons, the newest first. Empty if there is none. Throws a ProviderError. */
  list(leagueId: string, signal: AbortSignal | undefined): Promise<ChainLink[]>
  /** The same as far as it can be read. */
  listKnown(leagueId: string, signal: AbortSignal | undefined): Promise<ChainLink[]>
  /** The newest season up to `newest`, from the ID of any season. null if there is none. Throws a ProviderError. */
  findNewest(leagueId: string, newest: number, signal: AbortSignal | undefined): Promise<ChainLink | null>
}

type StoredLink = ChainLink & { previousId: string | null }

export function leagueChain(client: SleeperClient): LeagueChain {
  const links = new Map<string, StoredLink>()

  async function linkOf(leagueId: string, signal: AbortSignal | undefined): Promise<StoredLink | null> {
    const known = links.get(leagueId)
    if (known !== undefined) return known
    const found = await fetchLeague(client, leagueId, { signal, maxAgeMs: HOUR_MS })
    if (found === null) return null
    const link = {
      leagueId,
      season: found.league.season,
      previousId: found.league.previous_league_id ?? null,
    }
    if (links.size >= MAX_LINKS) links.clear()
    links.set(leagueId, link)
    return link
  }

  /** Goes back until `isLast`. A chain ends with an ID that is missing, `0` or unknown to Sleeper. */
  async function walk(
    leagueId: string,
    signal: AbortSignal | undefined,
    { isLast = () => false, onFailure }: WalkOptions,
  ): Promise<ChainLink[]> {
    const chain: ChainLink[] = []
    let id: string | null = leagueId
    while (id !== null && chain.length < MAX_SEASONS && !chain.some((each) => each.leagueId === id)) {
      let link: StoredLink | null
      try {
        link = await linkOf(id, signal)
      } catch (error) {
        if (onFailure !== 'stop' || !(error instanceof ProviderError)) throw error
        return chain
      }
      if (link === null) break
      chain.push({ leagueId: link.leagueId, season: link.season })
      if (isLast(link)) break
      id = link.previousId
    }
    return chain
  }

  /** The next season's league, which only its members know. */
  async function successorOf(
    { leagueId, season }: ChainLink,
    signal: AbortSignal | undefined,
  ): Promise<ChainLink | null> {
    const users = readUsers(
      (await client.get({ path: `league/${leagueId}/users`, signal, maxAgeMs: HOUR_MS }))?.json,
    )
    const members = users.toSorted((a, b) => Number(b.is_owner ?? false) - Number(a.is_owner ?? false))
    for (const { user_id } of members.slice(0, MAX_MEMBERS)) {
      if (user_id == null) continue
      const path = `user/${encodeURIComponent(user_id)}/leagues/nfl/${season + 1}`
      const leagues = readLeagues((await client.get({ path, signal, maxAgeMs: HOUR_MS }))?.json)
      const next = leagues.find((league) => league.previous_league_id === leagueId)
      if (next?.league_id != null) return { leagueId: next.league_id, season: next.season }
    }
    return null
  }

  async function findNewest(leagueId: string, newest: number, signal: AbortSignal | undefined) {
    let link: ChainLink | null = await linkOf(leagueId, signal)
    while (link !== null && link.season < newest) {
      const next = await successorOf(link, signal)
      if (next === null || next.season <= link.season) break
      link = next
    }
    if (link === null || link.season <= newest) return link === null ? null : toLink(link)
    const chain = await walk(leagueId, signal, { isLast: ({ season }) => season <= newest })
    return chain.find(({ season }) => season <= newest) ?? null
  }

  return {
    async find(leagueId, season, signal) {
      const newest = await findNewest(leagueId, season, signal)
      return newest?.season === season ? newest : null
    },
    list: (leagueId, signal) => walk(leagueId, signal, {}),
    listKnown: (leagueId, signal) => walk(leagueId, signal, { onFailure: 'stop' }),
    findNewest,
  }
}

type WalkOptions = { isLast?: (link: ChainLink) => boolean; onFailure?: 'stop' }

const toLink = ({ leagueId, season }: ChainLink): ChainLink => ({ leagueId, season })

/** The names of other sports. The IDs of their leagues are of the same kind. */
const SPORTS: Readonly<Partial<Record<string, string>>> = {
  nba: 'basketball',
  wnba: 'basketball',
  mlb: 'baseball',
  nhl: 'hockey',
  lcs: 'League of Legends',
}

/**
 * Reads a league. null for an ID that is none, or that Sleeper does not know. Throws a ProviderError, such as an
 * OtherSportError.
 */
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
