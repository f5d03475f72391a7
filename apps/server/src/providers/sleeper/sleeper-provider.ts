import { HOUR_MS } from '@fieldhouse/domain/duration'
import { unreadableTransactions } from '@fieldhouse/domain/rosters/transactions'
import { LRUCache } from 'lru-cache'
import { DOCUMENT_BUDGET, parseJson } from '../../files/json.ts'
import { OtherSportError, ProviderError, systemClock } from '../http/attempts.ts'
import { type WebClientOptions, type WebResponse, webClient } from '../http/web-client.ts'
import {
  type LeagueArchive,
  type LeagueOfUser,
  type PartRequest,
  type PartResponse,
  type PlayerDirectory,
  type SeasonRequest,
  type SeasonsResponse,
  toRaw,
} from '../league-provider.ts'
import { movedPlayers, translateDraft, translateTransactions, translateWeek } from './archive.ts'
import {
  type LeagueBody,
  readAccount,
  readBracket,
  readDraft,
  readDrafts,
  readLeague,
  readLeagues,
  readMatchups,
  readPicks,
  readRosters,
  readTransactions,
  readUsers,
} from './bodies.ts'
import { calendarOf, lastScoredWeek, progressOf, weeksToRead } from './calendar.ts'
import type { SleeperPlayer } from './players.ts'
import { translateSeason } from './season.ts'

/** A refresh reads the scores, then the lineups of the same weeks. It asks once, and both are from the same answer. */
const SAME_REFRESH_MS = 30_000
/** The states of a league whose draft no longer moves. */
const DRAFTED: ReadonlySet<string> = new Set(['in_season', 'post_season', 'complete'])
/** Leagues whose state is remembered. One more request for each that is not. */
const MAX_STATES = 10_000
/** Drafts of one season. More are a mistake. */
const MAX_DRAFTS = 8

const NO_GAMES = { brackets: { winners: [], losers: [] }, weeks: [], drafts: [] }

/** Creates the provider. It needs no credentials: every league can be read by its ID. */
export function sleeperProvider(client: SleeperClient, players: PlayerDirectory): LeagueArchive {
  const chain = leagueChain(client)
  const states = new LRUCache<string, string>({ max: MAX_STATES })

  /** How old the answers besides the current scores may be. Once a week is scored, all of them are read again. */
  function ageOfOthers(leagueId: string, { status, settings }: LeagueBody, maxAgeMs = 0): number {
    const state = [status, settings?.leg, settings?.last_scored_leg].join()
    const isSame = states.get(leagueId) === state
    states.set(leagueId, state)
    return isSame ? maxAgeMs : 0
  }

  async function findLeague({ leagueId, season, signal }: SeasonRequest, maxAgeMs: number) {
    const link = await chain.find(leagueId, season, signal)
    const found = link && (await fetchLeague(client, link.leagueId, { signal, maxAgeMs }))
    return found && { ...link, ...found }
  }

  const getOf =
    (leagueId: string, signal: AbortSignal | undefined) =>
    (part: string, maxAgeMs = 0) =>
      client.get({ path: `league/${leagueId}/${part}`, signal, maxAgeMs })

  const readSeason: LeagueArchive['readSeason'] = async (request) => {
    const found = await findLeague(request, 0)
    if (found === null) return null
    const { leagueId, league } = found
    const get = getOf(leagueId, request.signal)
    const maxAgeMs = ageOfOthers(leagueId, league, request.maxAgeMs)
    const [users, rosters, winners, losers, drafts] = await Promise.all([
      get('users', maxAgeMs),
      get('rosters', maxAgeMs),
      get('winners_bracket', maxAgeMs),
      get('losers_bracket', maxAgeMs),
      get('drafts', DRAFTED.has(league.status ?? '') ? HOUR_MS : 0),
    ])
    const brackets = { winners: readBracket(winners?.json), losers: readBracket(losers?.json) }
    const weeks = await Promise.all(
      weeksToRead(league, brackets.winners).map(async (week) => ({
        week,
        response: await get(`matchups/${week}`, ageOfWeek(week, league, maxAgeMs)),
      })),
    )
    const season = translateSeason(
      {
        league,
        users: readUsers(users?.json),
        rosters: readRosters(rosters?.json),
        brackets,
        weeks: weeks.map(({ week, response }) => ({ week, rows: readMatchups(response?.json) })),
        drafts: readDrafts(drafts?.json),
      },
      { leagueId, otherSeasons: await otherSeasons(request, leagueId) },
    )
    const all = [found.response, users, rosters, winners, losers, drafts]
    return { season, raw: toRaw([...all, ...weeks.map(({ response }) => response)]) }
  }

  /** Earlier seasons are only listed here, so a failure to read them does not matter. */
  async function otherSeasons({ leagueId, signal }: SeasonRequest, ofSeason: string): Promise<number[]> {
    const links = [
      ...(await chain.listKnown(leagueId, signal)),
      ...(leagueId === ofSeason ? [] : await chain.listKnown(ofSeason, signal)),
    ]
    return links.map(({ season }) => season)
  }

  const listSeasons: LeagueArchive['listSeasons'] = async ({ leagueId, newest, signal }) => {
    const link = await chain.findNewest(leagueId, newest, signal)
    if (link === null) return null
    const links = await chain.list(link.leagueId, signal)
    const found = await fetchLeague(client, link.leagueId, { signal, maxAgeMs: HOUR_MS })
    return { knownSeasons: toKnownSeasons(links), raw: toRaw([found?.response ?? null]) }
  }

  const previewLeague: LeagueArchive['previewLeague'] = async ({ leagueId, newest, signal }) => {
    const link = await chain.findNewest(leagueId, newest, signal)
    if (link === null) return null
    const found = await fetchLeague(client, link.leagueId, { signal, maxAgeMs: 0 })
    if (found === null) return null
    const get = getOf(link.leagueId, signal)
    const [users, rosters, links] = await Promise.all([
      get('users'),
      get('rosters'),
      chain.list(link.leagueId, signal),
    ])
    const knownSeasons = toKnownSeasons(links)
    const bodies = {
      ...NO_GAMES,
      league: found.league,
      users: readUsers(users?.json),
      rosters: readRosters(rosters?.json),
    }
    const expected = { leagueId: link.leagueId, otherSeasons: knownSeasons.seasons }
    return { season: translateSeason(bodies, expected), knownSeasons }
  }

  const readWeek = async ({ week, ...request }: PartRequest): Promise<PartResponse | null> => {
    const maxAgeMs = Math.max(SAME_REFRESH_MS, request.maxAgeMs ?? 0)
    const found = await findLeague(request, SAME_REFRESH_MS)
    if (found === null) return null
    const { leagueId, league } = found
    const get = getOf(leagueId, request.signal)
    const progress = progressOf(league, calendarOf(league, { winners: [], weeks: [] }), [])
    const isCurrent = !progress.isFinished && progress.currentWeek === week
    const [matchups, rosters, directory] = await Promise.all([
      get(`matchups/${week}`, Math.max(SAME_REFRESH_MS, ageOfWeek(week, league, maxAgeMs))),
      isCurrent ? get('rosters', maxAgeMs) : null,
      players(request.signal),
    ])
    if (matchups === null) return null
    const ofWeek = translateWeek(progress.isDrafted ? readMatchups(matchups.json) : [], {
      leagueId,
      week,
      league,
      players: directory,
      isScored: week <= lastScoredWeek(league, progress),
      reserve: isCurrent
        ? new Map(readRosters(rosters?.json).map(({ roster_id, reserve }) => [roster_id, new Set(reserve)]))
        : null,
    })
    return { part: { name: 'line-ups', week: ofWeek }, raw: toRaw([found.response, matchups, rosters]) }
  }

  const readSeasonDraft = async (request: PartRequest): Promise<PartResponse | null> => {
    const found = await findLeague(request, SAME_REFRESH_MS)
    if (found === null) return null
    const { leagueId, league } = found
    const list = await getOf(leagueId, request.signal)('drafts')
    const drafts = readDrafts(list?.json).filter(({ season }) => (season ?? league.season) === league.season)
    const read = await Promise.all(
      drafts.slice(0, MAX_DRAFTS).map(async ({ draft_id: id, ...draft }) => {
        const path = `draft/${encodeURIComponent(id ?? '')}`
        const get = (part: string) =>
          id == null ? null : client.get({ path: `${path}${part}`, signal: request.signal })
        const [detail, picks] = await Promise.all([get(''), get('/picks')])
        return { detail, picks, draft: detail === null ? { draft_id: id, ...draft } : readDraft(detail.json) }
      }),
    )
    const withPicks = read.map(({ draft, picks }) => ({ draft, picks: readPicks(picks?.json) }))
    const responses = [found.response, list, ...read.flatMap(({ detail, picks }) => [detail, picks])]
    const draft = translateDraft(withPicks, { leagueId, season: league.season })
    return { part: { name: 'draft', draft }, raw: toRaw(responses) }
  }

  /** Week 1 contains everything before it. */
  const readWeekTransactions = async (request: PartRequest): Promise<PartResponse | null> => {
    const { season, week, signal, maxAgeMs } = request
    const link = week === 0 ? null : await chain.find(request.leagueId, season, signal)
    const response = link && (await getOf(link.leagueId, signal)(`transactions/${week}`, maxAgeMs))
    if (response === null) return null
    const directory = await players(signal).catch(withoutPlayers)
    const { entries, unreadable } = readTransactions(response.json)
    const transactions = translateTransactions(entries, { season, week })
    const findings = unreadableTransactions('Sleeper', week, unreadable)
    const moved = movedPlayers(transactions, directory)
    const ofWeek = { season, week, transactions, players: moved, findings }
    return { part: { name: 'transactions', week: ofWeek }, raw: toRaw([response]) }
  }

  const partReaders = {
    'line-ups': readWeek,
    draft: readSeasonDraft,
    transactions: readWeekTransactions,
  }

  return {
    name: 'sleeper',
    readSeason,
    listSeasons,
    previewLeague,
    readPart: (request) => partReaders[request.name](request),
    listLeaguesOfUser: (request) => listLeaguesOfUser(client, request),
  }
}

/** Transactions are complete without names, which the lineups of the same players or a rebuild can add. */
function withoutPlayers(error: unknown): ReadonlyMap<string, SleeperPlayer> {
  if (error instanceof ProviderError && error.failure === 'unavailable') return new Map()
  throw error
}

/** The scores of other weeks than the current and the last one hardly change, and are not read in every refresh. */
function ageOfWeek(week: number, { status, settings }: LeagueBody, maxAgeMs: number): number {
  const current = settings?.leg ?? 0
  if (status === 'complete' || current === 0 || week === current) return 0
  return week === current - 1 ? maxAgeMs : HOUR_MS
}

function toKnownSeasons(links: readonly ChainLink[]): SeasonsResponse['knownSeasons'] {
  return { seasons: [...new Set(links.map(({ season }) => season))].sort((a, b) => b - a), denied: [] }
}

/** By username or account ID. null if Sleeper does not know the user. Throws a ProviderError. */
export async function listLeaguesOfUser(
  client: SleeperClient,
  { username, season, signal }: { username: string; season: number; signal?: AbortSignal },
): Promise<LeagueOfUser[] | null> {
  const name = username.trim().replace(/^@/, '')
  // Sleeper allows letters, digits and underscores.
  if (!/^[\w.-]{1,40}$/.test(name)) return null
  const user = await client.get({ path: `user/${encodeURIComponent(name)}`, signal })
  const userId = user === null ? null : readAccount(user.json).user_id
  if (userId == null) return null
  const response = await client.get({
    path: `user/${encodeURIComponent(userId)}/leagues/nfl/${season}`,
    signal,
  })
  return readLeagues(response?.json).flatMap(({ league_id, name: leagueName, ...league }) =>
    league_id == null || (league.sport ?? 'nfl') !== 'nfl'
      ? []
      : [
          {
            leagueId: league_id,
            name: leagueName?.trim() || `League ${league_id}`,
            season: league.season,
            totalRosters: league.total_rosters ?? league.settings?.num_teams ?? 0,
            previousLeagueId: league.previous_league_id ?? null,
          },
        ],
  )
}

/** A league has a new ID every season. Each one only knows the ID of the season before. */
type ChainLink = { leagueId: string; season: number }

type FoundLeague = { response: WebResponse; league: LeagueBody }

/** More seasons than a league can have, for chains that never end. */
const MAX_SEASONS = 40
/** Members who are asked for the next season's league. */
const MAX_MEMBERS = 4
/** Links in memory. They never change. */
const MAX_LINKS = 5000

type Signal = AbortSignal | undefined

type StoredLink = ChainLink & { previousId: string | null }

/** Reads the seasons of leagues. All functions throw a ProviderError. */
function leagueChain(client: SleeperClient) {
  const links = new LRUCache<string, StoredLink>({ max: MAX_LINKS })

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
async function fetchLeague(
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

const MAX_CONCURRENT = 4
/** How long to pause after a 429 that doesn't say it. */
const RATE_LIMITED_MS = 60_000
/** A backfill queues the weeks of several seasons, which wait for their turns. */
const MAX_WAITING = 1000

/** Answers in memory. The weeks of a running season that are over are read again and again, and hardly change. */
const MAX_RECENT = 600

/** The list of players is by far the largest answer. */
const MAX_PLAYERS_BYTES = 48 * 1024 * 1024
const PLAYERS_TIMEOUT_MS = 60_000
const PLAYERS_BUDGET = { maxDepth: 16, maxValues: 3_000_000 }

type SleeperRequest = {
  /** Relative to the API, without a leading slash. */
  path: string
  signal?: AbortSignal | undefined
  /** How old an answer may be, if this process has one. Default: 0. */
  maxAgeMs?: number
}

export interface SleeperClient {
  /** Returns null for a 404, and for the `null` of an unknown league, user or draft. Throws a ProviderError. */
  get(request: SleeperRequest): Promise<WebResponse | null>
  /** The list of all players, which may be requested once a day. Throws a ProviderError. */
  getPlayers(signal: AbortSignal | undefined): Promise<WebResponse | null>
}

/** Creates a client for the API. `baseUrl` includes `/v1`. Throws a TypeError if it is invalid. */
export function sleeperClient(options: WebClientOptions): SleeperClient {
  const limits = {
    maxConcurrent: MAX_CONCURRENT,
    rateLimitedMs: RATE_LIMITED_MS,
  }
  const { now } = { ...systemClock, ...options }
  const client = webClient({ ...limits, maxWaiting: MAX_WAITING, ...options })
  const playersClient = webClient({
    ...limits,
    timeoutMs: PLAYERS_TIMEOUT_MS,
    ...options,
    maxBytes: MAX_PLAYERS_BYTES,
    jsonBudget: PLAYERS_BUDGET,
  })
  const recent = new LRUCache<string, Omit<WebResponse, 'json'>>({ max: MAX_RECENT })

  return {
    async get({ path, signal, maxAgeMs = 0 }) {
      const known = recent.get(path)
      if (known !== undefined && now().getTime() - known.fetchedAt.getTime() < maxAgeMs)
        return { ...known, json: parseJson(known.body, DOCUMENT_BUDGET) }
      const response = await client.getJson({ path, signal })
      recent.delete(path)
      if (response?.json == null) return null
      const { request, fetchedAt, body } = response
      recent.set(path, { request, fetchedAt, body })
      return response
    },
    async getPlayers(signal) {
      const response = await playersClient.getJson({ path: 'players/nfl', signal })
      return response?.json == null ? null : response
    },
  }
}
