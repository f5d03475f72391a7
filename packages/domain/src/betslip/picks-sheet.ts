import { normalizeDisplayName } from '../league/display-names.ts'
import { cleanMemberText } from '../league/mentions.ts'
import { NFL_TEAMS, nflTeamByAbbrev, nicknameOf } from '../nfl/nfl-teams.ts'
import { BET_WEEKS, type BettingWeek } from './betting-week.ts'
import { parseOdds, toAmericanOdds, withOdds, withoutOdds } from './odds.ts'
import type { Owner, OwnerLookupResult } from './owner-names.ts'
import { MAX_SPREAD, type Selection, TOTAL_RANGE } from './selections.ts'

export const MAX_PICK_LENGTH = 200

/** A pick in a sheet. Rows are counted from 1. */
export type SheetPick = { row: number; season: number; week: number; owner: string; text: string }

/** A row that could not be read, or that names a column that was not used. */
type SkippedRow = { row: number; reason: string }

export type PicksSheet = { picks: SheetPick[]; skipped: SkippedRow[] }

/** A sheet may have title rows above the header. */
const HEADER_SEARCH_ROWS = 20
const FIRST_SEASON = 1999
const LAST_SEASON = 2100
const MAX_QUOTE_LENGTH = 60

type Rows = readonly (readonly string[])[]

/** The column indexes of a layout; -1 for a column that is missing. */
type LongHeader = { kind: 'long'; owner: number; week: number; pick: number; odds: number; season: number }
type WeekColumn = { column: number; week: number; odds: number }
type WideHeader = { kind: 'wide'; owner: number; weeks: WeekColumn[] }
type Header = (LongHeader | WideHeader) & { rowIndex: number }

/**
 * Parses the cells of a sheet in either layout: long (columns week, owner, pick and optionally odds and season) or
 * wide (one row per owner, one column per week, and optionally one with its odds). Headers are matched by name, in any
 * order and case. `season` applies to rows without a season. Odds are added to the text of their pick. Empty picks and
 * those such as `-` and `N/A` are ignored; rows that cannot be read and columns of odds that are not used are reported.
 * Returns null without a header of either layout. Source: decisions, 7.
 */
export function parsePicksSheet(rows: Rows, season: number): PicksSheet | null {
  const header = findHeader(rows)
  if (header === null) return null
  const parsed: PicksSheet = {
    picks: [],
    skipped: [...unknownWeeks(rows, header), ...unusedOdds(rows, header)],
  }
  rows.forEach((cells, index) => {
    if (index <= header.rowIndex) return
    const results =
      header.kind === 'long' ? parseLongRow(cells, header, season) : parseWideRow(cells, header, season)
    for (const result of results) {
      const row = index + 1
      if (typeof result === 'string') parsed.skipped.push({ row, reason: result })
      else parsed.picks.push({ row, ...result })
    }
  })
  return parsed
}

export function quoteCell(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return `'${line.length > MAX_QUOTE_LENGTH ? `${line.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : line}'`
}

function findHeader(rows: Rows): Header | null {
  for (const [rowIndex, cells] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    const names = cells.map(normalizeDisplayName)
    const owner = names.findIndex((name) => /^owners?$/.test(name))
    if (owner === -1) continue
    const week = names.findIndex((name) => /^weeks?$/.test(name))
    const pick = names.findIndex((name) => /^picks?$/.test(name))
    const season = names.indexOf('season')
    const odds = names.indexOf('odds')
    if (week !== -1 && pick !== -1) return { kind: 'long', rowIndex, owner, week, pick, odds, season }
    const weeks = findWeeks(names)
    if (weeks.length > 0) return { kind: 'wide', rowIndex, owner, weeks }
  }
  return null
}

/** A column named only 'Odds' belongs to the only week, or to the week before it if each week is followed by one. */
function findWeeks(names: readonly string[]): WeekColumn[] {
  const weeks = names.flatMap((name, column) => {
    const week = parseWeek(name)
    return week === null || !isBetWeek(week) ? [] : { column, week }
  })
  const oddsWeeks = names.map((name) =>
    isOddsName(name) ? parseWeek(name.replace(ODDS_WORD, '').trim()) : null,
  )
  const isFollowed = weeks.every(
    ({ column, week }) => names[column + 1] === 'odds' || oddsWeeks.includes(week),
  )
  return weeks.map(({ column, week }) => {
    const named = oddsWeeks.indexOf(week)
    if (named !== -1) return { column, week, odds: named }
    const next = isFollowed && names[column + 1] === 'odds' ? column + 1 : -1
    return { column, week, odds: weeks.length === 1 ? names.indexOf('odds') : next }
  })
}

const ODDS_WORD = /\bodds\b/

function isOddsName(name: string): boolean {
  return ODDS_WORD.test(name)
}

function* unusedOdds(rows: Rows, header: Header): Generator<SkippedRow> {
  const used = header.kind === 'long' ? [header.odds] : header.weeks.map(({ odds }) => odds)
  const example = header.kind === 'wide' ? header.weeks.find(({ odds }) => odds === -1) : undefined
  for (const [column, cell] of (rows[header.rowIndex] ?? []).entries()) {
    if (!isOddsName(normalizeDisplayName(cell)) || used.includes(column)) continue
    const advice =
      header.kind === 'long'
        ? header.odds === -1
          ? "Name the column with the American odds 'Odds'."
          : 'Only one column can have the odds.'
        : example === undefined
          ? 'Each week can only have one column with odds.'
          : `Name it after its week, such as 'W${example.week} odds'.`
    yield { row: header.rowIndex + 1, reason: `Column ${quoteCell(cell)} was skipped. ${advice}` }
  }
}

function* unknownWeeks(rows: Rows, header: Header): Generator<SkippedRow> {
  if (header.kind === 'long') return
  for (const cell of rows[header.rowIndex] ?? []) {
    const week = parseWeek(normalizeDisplayName(cell))
    if (week !== null && !isBetWeek(week)) {
      yield {
        row: header.rowIndex + 1,
        reason: `Column ${quoteCell(cell)} is not a week from 1 to ${BET_WEEKS}.`,
      }
    }
  }
}

type RowResult = Omit<SheetPick, 'row'> | string

function parseLongRow(cells: readonly string[], header: LongHeader, defaultSeason: number): RowResult[] {
  const pick = pickIn(cells[header.pick])
  if (pick === '') return []
  const owner = (cells[header.owner] ?? '').trim()
  if (owner === '') return ['The pick has no owner.']
  const weekCell = cells[header.week] ?? ''
  const week = parseWeek(normalizeDisplayName(weekCell))
  if (week === null || !isBetWeek(week)) {
    return [
      weekCell.trim() === ''
        ? 'The pick has no week.'
        : `${quoteCell(weekCell)} is not a week from 1 to ${BET_WEEKS}.`,
    ]
  }
  const seasonCell = (cells[header.season] ?? '').trim()
  const season = seasonCell === '' ? defaultSeason : parseSeason(seasonCell)
  if (season === null) return [`${quoteCell(seasonCell)} is not a valid season.`]
  const { text, problem } = readPick(pick, cells[header.odds])
  return [problem ?? { season, week, owner, text }]
}

function parseWideRow(cells: readonly string[], header: WideHeader, season: number): RowResult[] {
  const owner = (cells[header.owner] ?? '').trim()
  const picks = header.weeks
    .map(({ column, week, odds }) => ({ week, pick: pickIn(cells[column]), odds: cells[odds] }))
    .filter(({ pick }) => pick !== '')
  if (picks.length > 0 && owner === '') return ['The picks have no owner.']
  return picks.map(({ week, pick, odds }) => {
    const { text, problem } = readPick(pick, odds)
    return problem === null ? { season, week, owner, text } : `Week ${week}: ${problem}`
  })
}

const NO_PICK = /^(?:[\p{Pd}\u2212]+|#?n\/?a|none|no picks?)\.?$/iu

function pickIn(cell: string | undefined): string {
  const text = cleanMemberText((cell ?? '').replace(/\r\n?/g, '\n'))
  return NO_PICK.test(text) ? '' : text
}

function readPick(pick: string, oddsCell: string | undefined): { text: string; problem: string | null } {
  const cell = pickIn(oddsCell)
  const [own, odds] = [parseOdds(pick), parseOdds(cell)]
  // A spread in the column would make its odds look right.
  const isOdds = odds !== null && toAmericanOdds(odds.value) !== null
  if (cell !== '' && !isOdds)
    return { text: pick, problem: `${quoteCell(cell)} is not American odds, such as -110.` }
  if (odds === null || own?.value === odds.value) return { text: pick, problem: pickProblem(pick) }
  if (own !== null)
    return { text: pick, problem: `The pick ends with other odds than its column: ${quoteCell(cell)}.` }
  const text = withOdds(pick, odds)
  return { text, problem: pickProblem(text) }
}

function pickProblem(text: string): string | null {
  if (text.length > MAX_PICK_LENGTH) return `The pick is longer than ${MAX_PICK_LENGTH} characters.`
  return text.includes('\0') || !text.isWellFormed() ? 'The pick contains an invalid character.' : null
}

/** Parses a normalized week such as `w1`, `wk 1`, `week 1`, `1` or `1.0`. */
function parseWeek(text: string): number | null {
  const digits = /^(?:(?:w|wk|week)[.#\s-]*)?0*(\d{1,2})(?:\.0+)?$/.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

function isBetWeek(week: number): boolean {
  return week >= 1 && week <= BET_WEEKS
}

function parseSeason(text: string): number | null {
  const season = /^\d{4}$/.test(text) ? Number(text) : 0
  return season >= FIRST_SEASON && season <= LAST_SEASON ? season : null
}

export type StoredPick = {
  season: number
  week: number
  userId: number
  text: string
  /** The sheet's text at the last import that contained this pick; null without such an import. */
  sheetText: string | null
  /** Whether the pick was saved in Fieldhouse after the league's last import. */
  isEdited: boolean
}

export type OwnedPick = { season: number; week: number; owner: Owner; text: string; rows: number[] }

type PicksImport = {
  /** Picks that are new or have a new text. */
  changed: OwnedPick[]
  unchanged: OwnedPick[]
  /** Picks that were edited in Fieldhouse and are not overwritten. `text` is the sheet's text. */
  kept: OwnedPick[]
  /** Includes the rows of locked weeks. */
  skipped: SkippedRow[]
  /** The number of picks of locked weeks that would change if locked weeks were imported too. */
  locked: number
}

/**
 * Plans the changes of an import. A pick that was edited in Fieldhouse wins over the sheet's row, unless the
 * row has changed since an import after the edit. A row that disappeared from the sheet deletes nothing.
 * Picks of locked weeks stay as they are, and their rows are skipped. Source: decisions, 7.
 *
 * @param isLocked whether the picks of a week stay as they are
 */
export function planImport(
  sheet: PicksSheet,
  stored: readonly StoredPick[],
  find: (text: string) => OwnerLookupResult,
  isLocked: (week: BettingWeek) => boolean,
): PicksImport {
  const { picks, skipped } = picksByOwner(sheet, find)
  const plan: PicksImport = { changed: [], unchanged: [], kept: [], skipped: [], locked: 0 }
  const storedByKey = new Map(stored.map((pick) => [keyOf(pick.season, pick.week, pick.userId), pick]))
  for (const pick of picks) {
    const storedPick = storedByKey.get(keyOf(pick.season, pick.week, pick.owner.userId))
    const outcome = outcomeOf(pick.text, storedPick)
    if (outcome !== 'changed' || !isLocked(pick)) {
      plan[outcome].push(pick)
      continue
    }
    plan.locked += 1
    const reason = `Week ${pick.week} is locked, so ${pick.owner.name}'s pick was not imported.`
    skipped.push(...pick.rows.map((row) => ({ row, reason })))
  }
  return { ...plan, skipped: deduplicate(skipped) }
}

function outcomeOf(text: string, storedPick: StoredPick | undefined): 'changed' | 'unchanged' | 'kept' {
  if (storedPick === undefined) return 'changed'
  if (storedPick.text === text) return 'unchanged'
  return storedPick.sheetText === text || storedPick.isEdited ? 'kept' : 'changed'
}

/** Skips all rows that contradict each other, because we cannot know which one is right. */
function picksByOwner(sheet: PicksSheet, find: (text: string) => OwnerLookupResult) {
  const skipped = [...sheet.skipped]
  const groups = new Map<string, { rows: SheetPick[]; owner: Owner }>()
  for (const pick of sheet.picks) {
    const owner = find(pick.owner)
    if (typeof owner === 'string') {
      skipped.push({ row: pick.row, reason: unknownOwnerReason(owner, pick.owner) })
      continue
    }
    const key = keyOf(pick.season, pick.week, owner.userId)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { rows: [pick], owner })
    else group.rows.push(pick)
  }
  const picks: OwnedPick[] = []
  for (const { rows, owner } of groups.values()) {
    const [first] = rows
    if (first === undefined) continue
    if (rows.every(({ text }) => text === first.text)) {
      const { season, week, text } = first
      picks.push({ season, week, owner, text, rows: rows.map(({ row }) => row) })
    } else {
      skipped.push(...rows.map(({ row, week }) => ({ row, reason: conflictReason(rows, owner, week) })))
    }
  }
  return { picks, skipped }
}

function unknownOwnerReason(result: 'unknown' | 'ambiguous', name: string): string {
  return result === 'unknown'
    ? `No member matches ${quoteCell(name)}.`
    : `More than one member matches ${quoteCell(name)}.`
}

function conflictReason(rows: readonly SheetPick[], owner: Owner, week: number): string {
  const rowNumbers = [...new Set(rows.map(({ row }) => row))]
  return rowNumbers.length === 1
    ? `This row has two different picks for ${owner.name} in Week ${week}.`
    : `Rows ${rowNumbers.join(', ')} have different picks for ${owner.name} in Week ${week}.`
}

/** Sorts by row and drops repeated reasons: every week in a wide row of an unknown owner gives the same one. */
function deduplicate(skipped: readonly SkippedRow[]): SkippedRow[] {
  const unique = new Map(skipped.map((entry) => [`${entry.row} ${entry.reason}`, entry]))
  return [...unique.values()].sort((first, second) => first.row - second.row)
}

function keyOf(season: number, week: number, userId: number): string {
  return `${season} ${week} ${userId}`
}

type Game = { gameId: number; homeTeamId: number; awayTeamId: number }

const TEAM = '(?<team>[a-z0-9. ]+?)'
const NUMBER = String.raw`(?<line>\d{1,3}(?:\.5|\.0)?)`
const OTHER_TEAM = String.raw`(?: ?(?:/|-|@|&|\b(?:vs?\.?|at|and)\b) ?(?<other>[a-z0-9. ]+?))`

const MONEYLINE = new RegExp(`^${TEAM} (?:ml|money ?line|to win)${OTHER_TEAM}?$`)
const SPREAD = new RegExp(`^${TEAM} (?<sign>[+-]) ?${NUMBER}(?: pts| points)?${OTHER_TEAM}?$`)
const PICK_EM = new RegExp(`^${TEAM} (?:pk|pick|pick'?em)${OTHER_TEAM}?$`)
const OVER_UNDER = '(?<side>over|under|o|u)'
const TOTAL_LAST = new RegExp(`^${TEAM}${OTHER_TEAM} ${OVER_UNDER} ?${NUMBER}(?: pts| points)?$`)
const TOTAL_FIRST = new RegExp(`^${OVER_UNDER} ?${NUMBER}(?: pts| points)? ${TEAM}${OTHER_TEAM}$`)

/**
 * The selection that a pick's text names, such as `Bears +3 (-110)`, `KC ML` or `Bears/Lions under 47.5 (-105)`. null
 * unless every word is understood and the teams play one of the games: `New York +3`, `Bears over 20.5` (of the team
 * or the game?), props and parlays are for people to settle.
 */
export function parseSelection(text: string, games: readonly Game[]): Selection | null {
  const bet = withoutOdds(text).toLowerCase()
  for (const [pattern, toSelection] of FORMS) {
    const groups = pattern.exec(bet)?.groups
    if (groups === undefined) continue
    const team = findTeam(groups['team'])
    const game = findGame(games, team, groups['other'])
    if (team !== null && game !== null) return toSelection(groups, game, team)
  }
  return null
}

type Groups = Record<string, string | undefined>

const FORMS: readonly [RegExp, (groups: Groups, game: Game, teamId: number) => Selection | null][] = [
  [
    MONEYLINE,
    (_, game, teamId) => ({ gameId: game.gameId, market: 'moneyline', side: sideOf(game, teamId) }),
  ],
  [PICK_EM, (_, game, teamId) => toSpread(game, teamId, 0)],
  [
    SPREAD,
    ({ sign, line }, game, teamId) => toSpread(game, teamId, sign === '-' ? -Number(line) : Number(line)),
  ],
  [TOTAL_LAST, (groups, game) => toTotal(groups, game)],
  [TOTAL_FIRST, (groups, game) => toTotal(groups, game)],
]

function toSpread(game: Game, teamId: number, line: number): Selection | null {
  if (Math.abs(line) > MAX_SPREAD) return null
  return { gameId: game.gameId, market: 'spread', side: sideOf(game, teamId), line: line + 0 }
}

function toTotal({ side, line }: Groups, game: Game): Selection | null {
  const total = Number(line)
  if (total < TOTAL_RANGE.min || total > TOTAL_RANGE.max) return null
  return { gameId: game.gameId, market: 'total', side: side?.startsWith('o') ? 'over' : 'under', line: total }
}

function sideOf({ homeTeamId }: Game, teamId: number): 'home' | 'away' {
  return homeTeamId === teamId ? 'home' : 'away'
}

function findGame(games: readonly Game[], teamId: number | null, other: string | undefined): Game | null {
  if (teamId === null) return null
  const own = games.filter(({ homeTeamId, awayTeamId }) => homeTeamId === teamId || awayTeamId === teamId)
  const [game] = own
  if (game === undefined || own.length > 1) return null
  if (other === undefined) return game
  const otherId = findTeam(other)
  return otherId !== null && otherId !== teamId && [game.homeTeamId, game.awayTeamId].includes(otherId)
    ? game
    : null
}

/** Abbreviations that mean one team in tables and another to people. */
const AMBIGUOUS_ABBREVS = ['la']

/** Finds a team by name, nickname, abbreviation, or by its city if it has only one team. */
function findTeam(text: string | undefined): number | null {
  const name = text?.replaceAll('.', '').trim().replace(/^the /, '') ?? ''
  const known = TEAM_ID_BY_NAME.get(name)
  if (known !== undefined || AMBIGUOUS_ABBREVS.includes(name)) return known ?? null
  return nflTeamByAbbrev(name)?.teamId ?? null
}

const OTHER_NICKNAMES: Readonly<Record<string, string>> = {
  niners: '49ers',
  pats: 'patriots',
  bucs: 'buccaneers',
  jags: 'jaguars',
  philly: 'eagles',
}

const TEAM_ID_BY_NAME: ReadonlyMap<string, number> = buildNames()

function buildNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const team of NFL_TEAMS) {
    const city = cityOf(team)
    const isOnly = NFL_TEAMS.filter((other) => cityOf(other) === city).length === 1
    for (const name of [team.name, nicknameOf(team), ...(isOnly ? [city] : [])])
      names.set(name.toLowerCase(), team.teamId)
  }
  for (const [nickname, name] of Object.entries(OTHER_NICKNAMES)) {
    const teamId = names.get(name)
    if (teamId !== undefined) names.set(nickname, teamId)
  }
  return names
}

function cityOf(team: { name: string }): string {
  return team.name.slice(0, -nicknameOf(team).length).trim()
}
