import { PICK_SETTLERS } from '@fieldhouse/domain/betslip/settlement'
import { normalizeName } from '@fieldhouse/domain/names'
import { NFL_GAME_HOLDS } from '@fieldhouse/domain/nfl/nfl-week'
import { WEATHER_ICONS } from '@fieldhouse/domain/nfl/weather'
import { findSizeProblem } from '@fieldhouse/domain/seasons/season-replacement'
import { type Selectable, sql } from 'kysely'
import { ZodError, z } from 'zod'
import { type Db, type DbTransaction, inTransaction } from '../../database/engine/database.ts'
import { isInvalidValue, isUniqueViolation } from '../../database/engine/database-errors.ts'
import { insertInBatches } from '../../database/engine/queries.ts'
import {
  type ArchiveRow,
  type IdMap,
  insertLeagueRows,
  LeagueRowError,
  type LeagueTable,
  listLeagueTables,
  listNflTables,
  NFL_TABLES,
} from '../../database/portability/league-rows.ts'
import type { Database } from '../../database/schema/schema.ts'
import { parseJson } from '../../files/json.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import {
  parseFindings,
  parseLineupRow,
  parsePicks,
  parseSeasonDocument,
  parseTransactions,
} from '../../repositories/archive-reader.ts'
import { addDraftedPlayers, savePlayers } from '../../repositories/archive-store.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit.ts'
import { replaceLogos } from '../../repositories/league.ts'
import { validateDocument } from '../../repositories/league-documents.ts'
import { findUser } from '../../repositories/memberships.ts'
import { parseStoredSelection } from '../../repositories/picks.ts'
import { listOwners, setOwnerPicture } from '../../repositories/pictures.ts'
import { bindAssignments } from '../../repositories/season-store.ts'
import { listSeasons } from '../../repositories/stored-seasons.ts'
import { parseRecap } from '../../repositories/weekly-results.ts'
import {
  ARCHIVE_DAMAGED,
  type Archive,
  archiveError,
  findLargeSeason,
  type Person,
  requiredPeople,
} from './read-archive.ts'

type LeagueImport = {
  archive: Pick<Archive, 'manifest' | 'readBytes'>
  tables: readonly LeagueTable[]
  rows: ReadonlyMap<string, ArchiveRow[]>
  league: string
  /** The media files of owner pictures, by slug. Those of other people are ignored. */
  pictureKeys: ReadonlyMap<string, string>
  /** Of a random password, for new accounts. */
  passwordHash: string
  /** null for the command line. */
  actor: (Actor & { isAdmin: boolean }) | null
  now: Date
}

export async function listTables(db: Db): Promise<LeagueTable[]> {
  return [...(await listLeagueTables(db)), ...(await listNflTables(db))]
}

/**
 * Creates a league, completely or not at all. Rejects with an ApiError. `matched` are the people of the archive whose
 * username an existing account has, and `created` the usernames of new accounts, each sorted.
 */
export async function storeImport(db: Db, input: LeagueImport) {
  try {
    return await inTransaction(db, (transaction) => storeLeague(transaction, input))
  } catch (error) {
    // The database or a parser has rejected a row.
    const isInvalid =
      [LeagueRowError, ZodError, SyntaxError].some((kind) => error instanceof kind) ||
      isUniqueViolation(error) ||
      isInvalidValue(error)
    throw isInvalid ? archiveError(ARCHIVE_DAMAGED, error) : error
  }
}

async function storeLeague(transaction: DbTransaction, input: LeagueImport) {
  const { archive, tables, rows, league, actor, passwordHash, now } = input
  await rejectTakenName(transaction, league)
  const { people } = archive.manifest
  const needed = requiredPeople(tables, rows, people)
  const accounts = await createAccounts(transaction, people, needed, passwordHash, now)
  const { accountIds, matched, created } = accounts
  const ids: IdMap = new Map([['users', new Map(accountIds)]])
  const insert = async (table: LeagueTable, tableRows: readonly ArchiveRow[]) =>
    insertLeagueRows(transaction, table, tableRows, ids, archive.readBytes)
  const leagues = tables.find(({ name }) => name === 'leagues')
  if (leagues === undefined) throw new Error('leagues is not a table of leagues')
  const mayUseServerCookies = actor === null || actor.isAdmin
  await insert(
    leagues,
    (rows.get('leagues') ?? []).map((row) => toLeagueRow(row, league, mayUseServerCookies)),
  )
  const leagueId = [...(ids.get('leagues')?.values() ?? [])][0] ?? 0
  const memberships = rows.get('memberships') ?? []
  const marks = await recordImportedPeople(transaction, leagueId, people, accountIds, memberships)
  for (const table of tables) {
    if (['leagues', 'audit_log', ...NFL_TABLES].includes(table.name)) continue
    await insert(table, withMarks(table, rows.get(table.name) ?? [], marks))
  }
  await storeImportedAuditLog(transaction, leagueId, rows.get('audit_log') ?? [])
  await transaction
    .insertInto('league_imports')
    .values({ league_id: leagueId, imported_at: now.getTime(), imported_by: actor?.username ?? null })
    .execute()
  await validateLeagueRows(transaction, leagueId)
  const problem = await findLargeSeason(transaction, leagueId)
  if (problem !== null) throw archiveError(problem)
  for (const season of await listSeasons(transaction, leagueId))
    await replaceLogos(transaction, leagueId, season)
  await bindAssignments(transaction, leagueId)
  await recordKnownPlayers(transaction, leagueId)
  await addArchivedNflData(transaction, rows)
  await recordAuditEntry(transaction, {
    at: now,
    actor,
    action: 'league.import',
    leagueId,
    detail: { name: league, accounts: created.length },
  })
  const owners = await listOwners(transaction, leagueId)
  for (const owner of owners) {
    const fileKey = input.pictureKeys.get(owner.slug)
    if (fileKey !== undefined) await setOwnerPicture(transaction, leagueId, owner, fileKey, now)
  }
  return { matched, created, ownerSlugs: owners.map(({ slug }) => slug) }
}

const toLeagueRow = (row: ArchiveRow, name: string, mayUseServerCookies: boolean): ArchiveRow => ({
  ...row,
  name,
  name_key: normalizeName(name),
  may_use_server_cookies: mayUseServerCookies ? 1 : 0,
})

/** Throws `league_name_taken`. */
export async function rejectTakenName(db: Db, name: string): Promise<void> {
  const taken = await db
    .selectFrom('leagues')
    .select('id')
    .where('name_key', '=', normalizeName(name))
    .executeTakeFirst()
  if (taken !== undefined) throw new ApiError('league_name_taken')
}

/** Saves player data, which all leagues share. The newest lineups come first and take precedence, drafts come last. */
async function recordKnownPlayers(transaction: DbTransaction, leagueId: number): Promise<void> {
  const weeks = await transaction
    .selectFrom('lineup_weeks')
    .select(['season', 'week'])
    .where('league_id', '=', leagueId)
    .orderBy(sql`season desc, week desc`)
    .execute()
  for (const { season, week } of weeks) {
    const rows = await transaction
      .selectFrom('lineups')
      .selectAll()
      .where((eb) => eb.and({ league_id: leagueId, season, week }))
      .execute()
    const lineups = rows.map(parseLineupRow)
    const problem = findSizeProblem({
      name: 'line-ups',
      week: { providerLeagueId: '', season, week, lineups, findings: [] },
    })
    if (problem !== null) throw archiveError(`In the archive, ${problem}`)
    await savePlayers(transaction, { season, week, lineups }, { isFetched: false })
  }
  const drafts = await transaction
    .selectFrom('drafts')
    .select('picks')
    .where('league_id', '=', leagueId)
    .orderBy('season', 'desc')
    .execute()
  for (const { picks } of drafts) await addDraftedPlayers(transaction, parsePicks(picks))
}

const Settler = z.enum(PICK_SETTLERS).nullable()
const Detail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const MAX_CENTS = 99_999_999
const Day = z.iso.date().nullish()
const DuesEntry = z.object({
  version: z.int().min(1).optional(),
  prize_id: z.int().min(1).optional(),
  amount: z.int().min(-MAX_CENTS).max(MAX_CENTS),
  due_on: Day,
  paid_on: Day,
})
/** Only entries may be negative. */
const DuesRow = DuesEntry.extend({ amount: z.int().min(0).max(MAX_CENTS) })

/** The values that no database constraint checks, by table. */
const CHECKS: { [Table in keyof Database]?: (row: Selectable<Database[Table]>) => unknown } = {
  league_documents: ({ kind, document }) => validateDocument(kind, document),
  recaps: ({ document, rewrite }) => parseRecap(document, rewrite),
  seasons: ({ document }) => parseSeasonDocument(document),
  lineup_weeks: ({ findings }) => parseFindings(findings),
  drafts: ({ picks }) => parsePicks(picks),
  transaction_weeks: (row) => [parseTransactions(row.transactions), parseFindings(row.findings)],
  picks: ({ selection, settled_by }) => [parseStoredSelection(selection), Settler.parse(settled_by)],
  dues_setups: (row) => DuesRow.parse(row),
  dues_prizes: (row) => DuesRow.parse(row),
  dues_entries: (row) => DuesEntry.parse(row),
  dues_payouts: (row) => DuesRow.parse(row),
  imported_audit_log: ({ detail }) => Detail.parse(parseJson(detail)),
}

/** Throws a ZodError or a SyntaxError for a value of a league that this release cannot have written. */
async function validateLeagueRows(db: DbTransaction, leagueId: number): Promise<void> {
  for (const [table, check] of Object.entries(CHECKS)) {
    const ofLeague = db.selectFrom(table as 'picks').where('league_id', '=', leagueId)
    for (const row of await ofLeague.selectAll().execute()) check(row as never)
  }
}

const MAX_USERNAME_LENGTH = 64
const PERSON_COLUMN = 'imported_person_id'

/**
 * Creates an account for each needed person of an archive, with no site roles and a random password. A person whose
 * username is taken gets a similar one: an archive can contain anything, so its words never become those of an
 * existing account unless its user asks for it or a site admin decides it.
 */
async function createAccounts(
  transaction: DbTransaction,
  people: readonly Person[],
  needed: ReadonlySet<number>,
  passwordHash: string,
  now: Date,
) {
  /** The account ID of each person in the archive; null for a person without rows of their own. */
  const accountIds = new Map<number, number | null>(people.map(({ id }) => [id, null]))
  /** Usernames of existing accounts, to which nothing was linked, and of accounts that others can be signed in with. */
  const [matched, created]: [string[], string[]] = [[], []]
  for (const { id, username, first_name, last_name } of people.filter((person) => needed.has(person.id))) {
    const account = await findUser(transaction, username)
    const ownName = account === null ? username : await findFreeUsername(transaction, username)
    const user = await transaction
      .insertInto('users')
      .values({
        username: ownName,
        username_key: normalizeName(ownName),
        email: '',
        email_key: null,
        first_name,
        last_name,
        password_hash: passwordHash,
        is_admin: 0,
        is_staff: 0,
        created_at: now.getTime(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    accountIds.set(id, user.id)
    if (account === null) created.push(username)
    else matched.push(account.username)
  }
  return { accountIds, matched: matched.sort(), created: created.sort() }
}

async function findFreeUsername(transaction: DbTransaction, username: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '-imported' : `-imported-${number}`
    const candidate = username.slice(0, MAX_USERNAME_LENGTH - suffix.length) + suffix
    if ((await findUser(transaction, candidate)) === null) return candidate
  }
}

/** Returns the mark of rows by the ID of their person in the archive; by null for what the league itself posted. */
async function recordImportedPeople(
  transaction: DbTransaction,
  leagueId: number,
  people: readonly Person[],
  accountIds: ReadonlyMap<number, number | null>,
  memberships: readonly ArchiveRow[],
): Promise<Map<number | null, number>> {
  const marks = new Map<number | null, number>()
  const record = async (id: number | null, userId: number | null, username: string) => {
    const membership = memberships.find((row) => row['user_id'] === id)
    const row = await transaction
      .insertInto('imported_people')
      .values({
        league_id: leagueId,
        user_id: userId,
        username,
        username_key: normalizeName(username),
        role: (membership?.['role'] ?? null) as 'player' | null,
        member_since: (membership?.['created_at'] ?? null) as number | null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    marks.set(id, row.id)
  }
  await record(null, null, '')
  for (const { id, username } of people) {
    const accountId = accountIds.get(id) ?? null
    if (accountId !== null) await record(id, accountId, username)
  }
  return marks
}

/** Marks the rows of people, whatever the archive says about them. */
function withMarks(
  table: LeagueTable,
  rows: readonly ArchiveRow[],
  marks: ReadonlyMap<number | null, number>,
): readonly ArchiveRow[] {
  if (table.name === 'seasons') return rows.map((row) => ({ ...row, is_imported: 1 }))
  if (!table.columns.some(({ name }) => name === PERSON_COLUMN)) return rows
  return rows.map((row) => {
    const userId = row['user_id'] ?? null
    return { ...row, [PERSON_COLUMN]: marks.get(userId === null ? null : Number(userId)) ?? null }
  })
}

async function storeImportedAuditLog(
  transaction: DbTransaction,
  leagueId: number,
  rows: readonly ArchiveRow[],
): Promise<void> {
  const entries = rows.map(({ at, actor_name, action, detail }) => ({
    league_id: leagueId,
    at: Number(at),
    actor_name: String(actor_name ?? ''),
    action: String(action),
    detail: String(detail),
  }))
  await insertInBatches(entries, (batch) =>
    transaction.insertInto('imported_audit_log').values(batch).execute(),
  )
}

const Flag = z.union([z.literal(0), z.literal(1)]).nullish()
const ShortText = z.string().max(200).nullish()

/** What no database constraint checks in the NFL data of an archive. Those of 0.1.0 do not have all columns. */
const ArchivedNflData = z.object({
  nfl_games: z.array(
    z.looseObject({
      game_id: z.int(),
      season: z.int(),
      week: z.int(),
      home_team_id: z.int(),
      away_team_id: z.int(),
      is_time_set: Flag,
      venue_name: ShortText,
      is_neutral: Flag,
      is_indoor: Flag,
      hold: z.enum(NFL_GAME_HOLDS).nullish(),
      is_red_zone: Flag,
    }),
  ),
  nfl_byes: z.array(z.looseObject({})),
  nfl_lines: z.array(z.looseObject({ game_id: z.int(), bookmaker: ShortText })),
  nfl_weather: z.array(
    z.looseObject({ game_id: z.int(), description: ShortText, icon: z.enum(WEATHER_ICONS).nullish() }),
  ),
})

/**
 * What is stored stays, because all leagues share it. A game is left out if one of its teams has another game in that
 * week, and so are the line and the weather of a game that is stored with another week or other teams. Throws a
 * ZodError for a value that this release cannot have written.
 */
async function addArchivedNflData(
  transaction: DbTransaction,
  rows: ReadonlyMap<string, readonly unknown[]>,
): Promise<void> {
  const data = ArchivedNflData.parse(
    Object.fromEntries(Object.keys(ArchivedNflData.shape).map((table) => [table, rows.get(table) ?? []])),
  )
  const seasons = [...new Set(data.nfl_games.map(({ season }) => season))]
  if (seasons.length === 0) return
  const stored = await transaction
    .selectFrom('nfl_games')
    .select(GAME_KEY)
    .where('season', 'in', seasons)
    .execute()
  const storedIds = new Set(stored.map(({ game_id }) => game_id))
  const busyTeams = new Set(stored.flatMap(teamWeeksOf))
  const added = data.nfl_games.filter(
    (game) => !storedIds.has(game.game_id) && !teamWeeksOf(game).some((key) => busyTeams.has(key)),
  )
  await addMissing('nfl_games', added)
  const keys = new Set([...stored, ...added].map(gameKeyOf))
  const sameGames = new Set(
    data.nfl_games.filter((game) => keys.has(gameKeyOf(game))).map(({ game_id }) => game_id),
  )
  const isOfSameGame = ({ game_id }: { game_id: number }) => sameGames.has(game_id)
  await addMissing('nfl_byes', data.nfl_byes)
  await addMissing('nfl_lines', data.nfl_lines.filter(isOfSameGame))
  await addMissing('nfl_weather', data.nfl_weather.filter(isOfSameGame))

  async function addMissing(table: keyof typeof data, missing: readonly object[]) {
    await insertInBatches(missing, (batch) =>
      transaction
        .insertInto(table)
        .values(batch as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
}

const GAME_KEY = ['game_id', 'season', 'week', 'home_team_id', 'away_team_id'] as const
type GameKey = Record<(typeof GAME_KEY)[number], number>

const gameKeyOf = (game: GameKey) => GAME_KEY.map((column) => game[column]).join(' ')

const teamWeeksOf = ({ season, week, home_team_id, away_team_id }: GameKey) =>
  [home_team_id, away_team_id].map((team) => [season, week, team].join(' '))
