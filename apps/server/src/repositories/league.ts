import { buildHistory, type LeagueHistory } from '@fieldhouse/domain/history/league-history'
import type { Owner } from '@fieldhouse/domain/history/owners'
import { type InsightSeason, insightSeasonOf } from '@fieldhouse/domain/insights/season/insight-season'
import type { PlayoffBracket } from '@fieldhouse/domain/seasons/playoffs'
import { type ScoringFormat, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type Game,
  type LeagueSeason,
  type Member,
  seasonAt,
  type WeeklyScore,
} from '@fieldhouse/domain/seasons/season'
import {
  assignUsers,
  bracketOf,
  completedWeeksOf,
  gamesById,
  hasUser,
  type LeagueTeam,
  leagueInfoOf,
  ownerNamesOf,
  type SeasonSchedule,
  scheduleOf,
  type TeamAssignment,
  toLeagueTeams,
  weeklyScoresOf,
} from '@fieldhouse/domain/seasons/season-views'
import type { Selectable } from 'kysely'
import { type Db, type DbTransaction, inTransaction } from '../database/engine/database.ts'
import type { Count, LeagueMemory } from '../database/engine/league-memory.ts'
import type { Database } from '../database/schema/schema.ts'
import type { ImagePaths } from '../images/image-paths.ts'
import { loadDisplayNames } from './memberships.ts'
import {
  listSeasons,
  listSeasonsOf,
  type StoredSeason,
  selectSeasons,
  toStoredSeason,
} from './stored-seasons.ts'

type StoredLeague = Awaited<ReturnType<typeof readSeasons>>

type LeaguePeople = Awaited<ReturnType<typeof readPeople>>

export type SeasonFreshness = ReturnType<LeagueSeasons['freshness']>

type PathOfLogo = (url: string | null) => string | null

/** The key of what is computed of one season begins with this, and ends with its year. */
const VIEW = 'view of '

const NO_BRACKET: PlayoffBracket<Game> = { status: 'unknown', rounds: [], championId: null }

/**
 * As of one moment. Values are parsed and computed when they are first asked for. Nobody may change what is returned. A
 * season that is not stored has no games, teams and scores.
 */
export class LeagueSeasons {
  readonly id: number
  readonly #stored: StoredLeague
  readonly #count: Count
  readonly #computed: Map<string, unknown>
  readonly #pathOfLogo: PathOfLogo

  /**
   * @param count what is done with each computed value; that of the source if it has been read before
   * @param last the league before a change, whose other seasons are not parsed and computed again
   */
  constructor(
    source: StoredLeague | LeagueSeasons,
    pathOfLogo: PathOfLogo = (url) => url,
    count: Count = (value) => value,
    last: LeagueSeasons | null = null,
  ) {
    const isShared = source instanceof LeagueSeasons
    this.#stored = isShared ? source.#stored : source
    this.#pathOfLogo = isShared ? source.#pathOfLogo : pathOfLogo
    this.#count = isShared ? source.#count : count
    this.#computed = isShared ? source.#computed : new Map<string, unknown>()
    this.id = this.#stored.leagueId
    if (last !== null) this.#takeUnchanged(last)
  }

  /** Oldest first. Parses all of them. */
  get seasons(): readonly StoredSeason[] {
    return this.#stored.seasons.flatMap(({ season }) => this.season(season) ?? [])
  }

  season(year: number): StoredSeason | null {
    const row = this.#stored.seasons.find(({ season }) => season === year)
    return row === undefined ? null : this.#once(`season ${year}`, () => toStoredSeason(row))
  }

  /** The stored seasons, newest first. */
  years(): number[] {
    return this.#stored.seasons.map(({ season }) => season).reverse()
  }

  /** The newest stored season; the current NFL season if none is stored. */
  currentSeason(now: Date): number {
    return this.years()[0] ?? seasonAt(now)
  }

  /** The newest season that is over; the current one if none is. */
  lastSeason(now: Date): number {
    const isOver = (year: number) => this.season(year)?.progress.isFinished === true
    return this.years().find(isOver) ?? this.currentSeason(now)
  }

  info() {
    return this.#once('info', () => leagueInfoOf(this.seasons, (member) => this.#personName(member)))
  }

  freshness(year: number) {
    const { refresh } = this.#stored
    const stored = this.season(year)
    return {
      updatedAt: stored?.fetchedAt ?? null,
      lastError: refresh?.season === year ? refresh.error : null,
      /** Whose data they are; null for a CSV file, and if not stored. */
      provider: stored?.provider ?? null,
      // An empty text stands for none.
      providerLeagueId: stored?.providerLeagueId || null,
    }
  }

  /** Seasons that are not stored have head-to-head points. */
  format(year: number): ScoringFormat {
    return scoringFormatOf(this.season(year)?.scoringType ?? null)
  }

  schedule(year: number): SeasonSchedule | null {
    return this.#view('schedule', year, scheduleOf, null)
  }

  /** The games and byes, ordered by ID. */
  games(year: number): readonly Game[] {
    return this.#view('games', year, gamesById, [])
  }

  /** The points of every team by NFL week, ordered by week. */
  weeklyScores(year: number): readonly WeeklyScore[] {
    return this.#view('weekly scores', year, weeklyScoresOf, [])
  }

  completedWeeks(year: number): readonly WeeklyScore[] {
    return this.#view('completed weeks', year, completedWeeksOf, [])
  }

  bracket(year: number): PlayoffBracket<Game> {
    return this.#view('bracket', year, bracketOf, NO_BRACKET)
  }

  /** The names of the owners by team ID, the primary owner first. Teams without owners are not included. */
  ownerNames(year: number): ReadonlyMap<number, string[]> {
    const season = this.season(year)
    if (season === null) return new Map()
    return this.#once(`owner names ${year}`, () => ownerNamesOf(season, (member) => this.#personName(member)))
  }

  insights(year: number): InsightSeason | null {
    return this.#view('insights', year, insightSeasonOf, null)
  }

  history(): LeagueHistory {
    return this.#once('history', () =>
      buildHistory({
        ...this.#stored,
        seasons: this.seasons.map((season) => ({
          ...season,
          isFinished: season.progress.isFinished,
          periods: season.calendar.periods,
          format: scoringFormatOf(season.scoringType),
          teams: season.teams.map((team) => ({
            ...team,
            logoColor: this.colorOf(team.logo),
            logo: this.pathOf(team.logo),
          })),
          games: gamesById(season),
        })),
      }),
    )
  }

  ownerOf(year: number, teamId: number): Owner | null {
    const season = this.history().seasons.find((each) => each.season === year)
    return season?.teams.find(({ team }) => team.teamId === teamId)?.owner ?? null
  }

  /** The seasons that have a team with this ID, newest first. */
  seasonsOfTeam(teamId: number): number[] {
    return this.years().filter((year) => this.season(year)?.teams.some((team) => team.teamId === teamId))
  }

  protected personOf(memberId: string): string {
    return this.#stored.merges.find((merge) => merge.memberId === memberId)?.personId ?? memberId
  }

  /** The newest name of the person into whom the account is merged; its own name without a merge. */
  #personName({ memberId, name }: Member): string {
    const personId = this.personOf(memberId)
    if (personId === memberId) return name
    for (const year of this.years()) {
      const person = this.season(year)?.members.find((each) => each.memberId === personId)
      if (person !== undefined) return person.name
    }
    return name
  }

  protected colorOf(logo: string | null): string | null {
    return logo === null ? null : (this.#stored.logoColors.get(logo.replace(/^http:/, 'https:')) ?? null)
  }

  protected pathOf(logo: string | null): string | null {
    return this.#pathOfLogo(logo)
  }

  #view<Value>(name: string, year: number, view: (season: StoredSeason) => Value, missing: Value): Value {
    const season = this.season(year)
    return season === null ? missing : this.#once(`${VIEW}${name} ${year}`, () => view(season))
  }

  #takeUnchanged(last: LeagueSeasons): void {
    const before = new Map(last.#stored.seasons.map((row) => [row.season, row]))
    for (const row of this.#stored.seasons) {
      const same = before.get(row.season)
      if (same === undefined || !hasSameColumns(row, same)) continue
      for (const [key, value] of last.#computed)
        if (key === `season ${row.season}` || (key.startsWith(VIEW) && key.endsWith(` ${row.season}`)))
          this.#computed.set(key, this.#count(value))
    }
  }

  #once<Value>(key: string, compute: () => Value): Value {
    if (!this.#computed.has(key)) this.#computed.set(key, this.#count(compute()))
    return this.#computed.get(key) as Value
  }
}

export class League extends LeagueSeasons {
  readonly #people: LeaguePeople
  readonly #count: Count
  readonly #teams = new Map<number, readonly LeagueTeam[]>()

  constructor(seasons: LeagueSeasons, people: LeaguePeople, count: Count) {
    super(seasons)
    this.#count = count
    this.#people = people
  }

  /** Ordered by ID. */
  teams(year: number): readonly LeagueTeam[] {
    const teams = this.#teams.get(year) ?? this.#count(this.#computeTeams(year))
    this.#teams.set(year, teams)
    return teams
  }

  teamOf(year: number, userId: number): LeagueTeam | null {
    return this.teams(year).find((team) => hasUser(team, userId)) ?? null
  }

  #computeTeams(year: number): LeagueTeam[] {
    const season = this.season(year)
    if (season === null) return []
    const users = assignUsers(this.#people.assignments, season, (memberId) => this.personOf(memberId))
    return toLeagueTeams(season, {
      colorOf: (logo) => this.colorOf(logo),
      pathOf: (logo) => this.pathOf(logo),
      usersOf: (teamId) =>
        (users.get(teamId) ?? []).flatMap((userId) => this.#people.people.get(userId) ?? []),
    })
  }
}

/** Reads leagues at their current versions. The same values as long as nothing has changed. */
export interface LeagueReader {
  get(leagueId: number): Promise<League>
  /** The league without its people, which is the same for longer, and needs no cache rule for them. */
  seasons(leagueId: number): Promise<LeagueSeasons>
}

export function leagueReader(db: Db, memory: LeagueMemory, images: Pick<ImagePaths, 'ofLogo'>): LeagueReader {
  const seasons = (leagueId: number) =>
    memory.get(
      leagueId,
      ['season'],
      'seasons',
      async (count, last: LeagueSeasons | null) =>
        new LeagueSeasons(count(await readSeasons(db, leagueId)), images.ofLogo, count, last),
    )
  return {
    seasons,
    get: (leagueId) =>
      memory.get(
        leagueId,
        ['season', 'league', 'people'],
        'value',
        async (count) => new League(await seasons(leagueId), count(await readPeople(db, leagueId)), count),
      ),
  }
}

function hasSameColumns(row: Selectable<Database['seasons']>, other: Selectable<Database['seasons']>) {
  return Object.entries(row).every(([name, value]) => other[name as keyof Database['seasons']] === value)
}

/** A change between two of its queries has a newer version, at which all is read again. */
async function readSeasons(db: Db, leagueId: number) {
  const seasons = await selectSeasons(db, leagueId).execute()
  const merges = await db
    .selectFrom('owner_merges')
    .select(['member_id as memberId', 'person_id as personId'])
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
  const exclusions = await db
    .selectFrom('record_exclusions')
    .select(['season', 'reason'])
    .where('league_id', '=', leagueId)
    .execute()
  const refresh = await db
    .selectFrom('refreshes')
    .select(['season', 'last_error as error'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return {
    leagueId,
    /** Oldest first. */
    seasons,
    merges,
    /** Seasons that are excluded from records, each with the reason. */
    exclusions: new Map(exclusions.map(({ season, reason }) => [season, reason])),
    logoColors: await listLogoColors(db, leagueId),
    refresh: refresh ?? null,
  }
}

async function readPeople(db: Db, leagueId: number) {
  const assignments = await selectAssignments(db, [leagueId])
  const userIds = assignments.map(({ userId }) => userId)
  const names = await loadDisplayNames(db, leagueId, userIds)
  const people = assignments.map(({ userId, username }) => {
    return [userId, { userId, username, name: names.get(userId) ?? username }] as const
  })
  return { assignments, people: new Map(people) }
}

type LeagueAndSeason = { leagueId: number; season: number }

export async function listTeamUsers(
  db: Db,
  leagueId: number,
  season: number,
): Promise<Map<number, number[]>> {
  return (await listUsersByLeague(db, [{ leagueId, season }])).get(leagueId) ?? new Map()
}

export async function listUsersByLeague(
  db: Db,
  seasons: readonly LeagueAndSeason[],
): Promise<Map<number, Map<number, number[]>>> {
  if (seasons.length === 0) return new Map()
  const leagueIds = seasons.map(({ leagueId }) => leagueId)
  const assignments = await selectAssignments(db, leagueIds)
  if (assignments.length === 0) return new Map()
  const stored = await listSeasonsOf(db, seasons)
  const personOf = await readPersons(db, leagueIds)
  const assignmentsByLeague = Map.groupBy(assignments, ({ leagueId }) => leagueId)
  return new Map(
    seasons.map(({ leagueId, season }) => {
      const users = assignUsers(
        assignmentsByLeague.get(leagueId) ?? [],
        { season, teams: stored.get(leagueId)?.teams ?? [] },
        (memberId) => personOf(leagueId, memberId),
      )
      return [leagueId, users]
    }),
  )
}

/**
 * The assignments of a league that have no team in its newest season, by username, each with the owner's name and the
 * team of the last season with a team. The name is null if the team had no owner.
 */
export async function listEndedAssignments(db: Db, leagueId: number) {
  const teams = (await listSeasons(db, leagueId)).reverse().flatMap(toOwnedTeams)
  const newest = teams[0]?.season
  if (newest === undefined) return []
  const assignments = await selectAssignments(db, [leagueId])
  const users = await listTeamUsers(db, leagueId, newest)
  const personOf = await readPersons(db, [leagueId])
  const current = new Set([...users.values()].flat())
  return assignments
    .filter(({ userId }) => !current.has(userId))
    .flatMap(({ username, memberId, teamId, season }) => {
      const last = teams.find((team) =>
        memberId === null
          ? team.teamId === teamId && team.season === season
          : team.memberId !== null && personOf(leagueId, team.memberId) === personOf(leagueId, memberId),
      )
      return last === undefined
        ? []
        : [{ username, owner: last.owner, team: last.team, lastSeason: last.season }]
    })
}

/** The teams of a season, once for each owner, those with their primary owners first. */
function toOwnedTeams({ season, teams, members }: StoredSeason) {
  const names = new Map(members.map(({ memberId, name }) => [memberId, name]))
  return teams
    .flatMap(({ teamId, name, ownerIds }) =>
      (ownerIds.length === 0 ? [null] : ownerIds).map((memberId, position) => ({
        season,
        teamId,
        team: name,
        memberId,
        owner: memberId === null ? null : (names.get(memberId) ?? null),
        position,
      })),
    )
    .sort((a, b) => a.position - b.position)
}

/** In the order of usernames. */
export function selectAssignments(
  db: Db,
  leagueIds: readonly number[],
): Promise<(TeamAssignment & { leagueId: number; username: string })[]> {
  return db
    .selectFrom('team_assignments')
    .innerJoin('users', 'users.id', 'team_assignments.user_id')
    .select(['league_id as leagueId', 'user_id as userId', 'team_id as teamId', 'season'])
    .select(['member_id as memberId', 'users.username'])
    .where('league_id', 'in', leagueIds)
    .orderBy('users.username_key')
    .execute()
}

/** Returns a function from an account of a league to the account that represents its owner. */
async function readPersons(
  db: Db,
  leagueIds: readonly number[],
): Promise<(leagueId: number, memberId: string) => string> {
  const rows = await db
    .selectFrom('owner_merges')
    .select(['league_id', 'member_id', 'person_id'])
    .where('league_id', 'in', leagueIds)
    .execute()
  const persons = new Map(rows.map((row) => [`${row.league_id} ${row.member_id}`, row.person_id]))
  return (leagueId, memberId) => persons.get(`${leagueId} ${memberId}`) ?? memberId
}

/** Stores the color of a logo by its https URL, as `#rrggbb`. Does nothing if no team has the logo. */
export async function saveLogoColor(db: Db, url: string, color: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const logos = transaction.selectFrom('league_logos').select('url').where('url', '=', url)
    if ((await logos.limit(1).executeTakeFirst()) === undefined) return
    await transaction
      .insertInto('logo_colors')
      .values({ url, color })
      .onConflict((conflict) =>
        conflict.column('url').doUpdateSet({ color }).where('logo_colors.color', '<>', color),
      )
      .execute()
  })
}

export async function replaceLogos(
  transaction: DbTransaction,
  leagueId: number,
  { season, teams }: Pick<LeagueSeason, 'season' | 'teams'>,
): Promise<void> {
  const urls = [...new Set(teams.flatMap(({ logo }) => logo?.replace(/^http:/, 'https:') ?? []))]
  await transaction
    .deleteFrom('league_logos')
    .where((eb) => eb.and({ league_id: leagueId, season }))
    .where('url', 'not in', [...urls, ''])
    .execute()
  if (urls.length === 0) return
  await transaction
    .insertInto('league_logos')
    .values(urls.map((url) => ({ league_id: leagueId, season, url })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The known colors of the logos of a league, by the https URL of the logo. */
async function listLogoColors(db: Db, leagueId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('logo_colors')
    .selectAll()
    .where('url', 'in', (eb) => eb.selectFrom('league_logos').select('url').where('league_id', '=', leagueId))
    .execute()
  return new Map(rows.map(({ url, color }) => [url, color]))
}
