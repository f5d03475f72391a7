import type { ProviderName } from '@fieldhouse/domain/league/league-providers'
import type { LeagueSource } from '@fieldhouse/domain/league/league-sources'
import { type Points, pointsToDecimal } from '@fieldhouse/domain/points'
import type { ArchivePart, ArchivePartName } from '@fieldhouse/domain/rosters/archive'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import type {
  Finding,
  LeagueSeason,
  Member,
  ProviderSeasons,
  SeasonCalendar,
} from '@fieldhouse/domain/seasons/season'
import type { GameFinding } from '@fieldhouse/domain/seasons/season-check'
import { ProviderError } from './http/attempts.ts'
import type { SleeperPlayer } from './sleeper/players.ts'

/** The players by ID; empty until their list has been read. */
export type PlayerDirectory = (signal: AbortSignal | undefined) => Promise<ReadonlyMap<string, SleeperPlayer>>

export { OtherSportError, type ProviderFailure } from './http/attempts.ts'
export { ProviderError }

/**
 * null means that the provider does not have the data. Every failure is a ProviderError, such as a response for a
 * different season.
 */
export interface LeagueArchive {
  readonly name: ProviderName
  readSeason(request: SeasonRequest): Promise<{ season: LeagueSeason; raw: RawResponse[] } | null>
  /**
   * Lists the league's seasons, searching backward from `newest`. Seasons that are missing or denied are
   * skipped. Throws `not_visible` when access to every season found is denied.
   */
  listSeasons(request: SeasonsRequest): Promise<SeasonsResponse | null>
  /** Finds the newest season like `listSeasons`, and reads its teams and owners in the same request, without games. */
  previewLeague(request: SeasonsRequest): Promise<LeaguePreview | null>
  /** Also null for weeks before the provider's oldest lineups. Transactions are oldest first. */
  readPart(request: PartRequest): Promise<PartResponse | null>
  /** By username or account ID. null if the provider does not know the user. Absent if it has no such list. */
  listLeaguesOfUser?(request: UserRequest): Promise<LeagueOfUser[] | null>
}

/** A response as it is stored or was uploaded. `request` is relative to the provider's base URL if it was fetched. */
export type RecordedResponse = { request: string; body: string }

export type RecordedRequest = { leagueId: string; season: number; players: PlayerDirectory }

export type RecordedLeague = {
  /** Rejects with a ProviderError or SyntaxError if the responses do not make up the season. */
  readSeason: () => Promise<LeagueSeason>
  /**
   * null if the responses do not contain it. Rejects with `unavailable` while the list of players is missing that
   * lineups need.
   */
  readPart: (
    name: ArchivePartName,
    week: number,
    responses: readonly RecordedResponse[],
  ) => Promise<ArchivePart | null>
}

export type ReadRecorded = (
  responses: readonly RecordedResponse[],
  request: RecordedRequest,
) => RecordedLeague

export type SavedFile = { name: string; text: string; json: unknown }

/** What is wrong with saved files, as text for users. */
export class SavedFileError extends ProviderError {
  override name = 'SavedFileError'
  /** The name of the file, or of several. */
  readonly file: string

  constructor(file: string, detail: string) {
    super('unexpected_shape', detail)
    this.file = file
  }
}

export type SavedSeason = {
  leagueId: string
  season: number
  files: string[]
  /** What the season is read from, in order. */
  responses: RecordedResponse[]
  /** The parts of the archive, each with the requests of its responses. */
  parts: { part: ArchivePart; requests: string[] }[]
  /** Whether there are only archive parts, which need a season to be added to. */
  isAddition: boolean
}

export type SavedFilesContext = {
  sources: readonly LeagueSource[]
  /** The IDs of stored seasons, and of those that they follow, at providers with another ID every season. */
  knownIds: ReadonlySet<string>
  /** No season may be later. */
  newest: number
  /** null before their list has been read. */
  players: Awaited<ReturnType<PlayerDirectory>> | null
}

export type SavedFiles = {
  provider: ProviderName
  recognize: (texts: readonly string[]) => boolean[]
  /** The season in the files, which belong together. Throws a SavedFileError. */
  readSeason: (files: readonly SavedFile[], context: SavedFilesContext) => Promise<SavedSeason>
  /** Where a response says which league was the one of the season before; missing if a league keeps its ID. */
  previousLeague?: { request: (leagueId: string) => string; idIn: (json: unknown) => string | null }
}

export type LeagueProviders = { espn: LeagueArchive } & Partial<Record<ProviderName, LeagueArchive>>

/** Throws an error for a provider that this server does not read, which it has accepted no league of. */
export function providerNamed(providers: LeagueProviders, name: ProviderName): LeagueArchive {
  const provider = providers[name]
  if (provider === undefined) throw new Error(`this server does not read leagues of ${name}`)
  return provider
}

type LeagueRequest = {
  /** The provider's ID of the league in this season. If it is not known, that of any season of the league. */
  leagueId: string
  cookies: ProviderCookies | null
  signal?: AbortSignal
  /** How old data may be that do not change with the scores of the current week. Default: 0. */
  maxAgeMs?: number
}

export type SeasonRequest = LeagueRequest & { season: number }

/**
 * `newest` is the season to look for first, such as the current one. The league may not have it. Earlier seasons
 * are tried back to `oldest`, and at least a dozen.
 */
export type SeasonsRequest = LeagueRequest & { newest: number; oldest?: number }

export type PartRequest = SeasonRequest & {
  name: ArchivePartName
  /** NFL week. Week 0 of transactions is everything before week 1. Ignored for a draft. */
  week: number
  /** The matchup period that the week belongs to. When known, the request returns less data. */
  period?: number | null
}

export type PartResponse = { part: ArchivePart; raw: RawResponse[] }

type UserRequest = { username: string; season: number; signal?: AbortSignal }

export type LeagueOfUser = {
  leagueId: string
  name: string
  season: number
  totalRosters: number
  previousLeagueId: string | null
}

/** `swid` includes its braces. `s2` is percent-decoded. */
export type ProviderCookies = { swid: string; s2: string }

export type SeasonsResponse = { knownSeasons: ProviderSeasons; raw: RawResponse[] }
export type LeaguePreview = { season: LeagueSeason; knownSeasons: ProviderSeasons }

export function toRaw(responses: readonly (RawResponse | null)[]): RawResponse[] {
  return responses.flatMap((each) =>
    each === null ? [] : [{ request: each.request, fetchedAt: each.fetchedAt, body: each.body }],
  )
}

/** An unmodified response, stored so that everything derived from it can be rebuilt. */
export type RawResponse = {
  /** Path and query, relative to the provider's base URL. */
  request: string
  fetchedAt: Date
  body: string
}

export function finding(code: Finding['code'], detail: string, week: number | null = null): Finding {
  return { code, detail, week, gameId: null }
}

/** A placeholder for an owner who is none of the members, so that the team keeps its owner. */
export function unknownMember(memberId: string): Member {
  return { memberId, name: 'Unknown owner', isManager: false, isCreator: false }
}

/** Reports a scoring type that is not known here, so that nobody takes the season for one of head-to-head points. */
export function formatFindings(scoringType: string | null): Finding[] {
  if (scoringFormatOf(scoringType) !== 'unknown') return []
  const detail = `The scoring type ${scoringType} is not known. The scores are stored, but nothing is computed from them.`
  return [finding('unknown_format', detail)]
}

/** Reports teams without a record, because a record of 0-0-0 would look like a real one. */
export function missingRecordFindings(host: string, names: readonly string[]): Finding[] {
  if (names.length === 0) return []
  return [finding('missing_record', `${host} sent no win–loss record for these teams: ${names.join(', ')}.`)]
}

export function lineupTotalFindings(
  host: string,
  week: number,
  { teamId, points }: { teamId: number; points: Points },
  reported: Points,
): Finding[] {
  if (reported === points) return []
  const [sum, total] = [points, reported].map(pointsToDecimal)
  const detail = `The starters of team ${teamId} scored ${sum} in week ${week}, but ${host} reports ${total}.`
  return [finding('lineup_total', detail, week)]
}

export function unknownTeamFinding(
  { gameId, period }: { gameId: number; period: number },
  teamId: number | undefined,
  calendar: SeasonCalendar,
): GameFinding {
  const reason = `skipped because team ${teamId} is not in the league.`
  return {
    ...finding('unknown_team', `Game ${gameId} was ${reason}`, firstWeekOf(period, calendar)),
    gameId,
    ofSeveral: (count) => `${count} games were ${reason}`,
  }
}

export function firstWeekOf(period: number, { periods }: SeasonCalendar): number | null {
  return periods.find((each) => each.period === period)?.weeks[0] ?? null
}
