import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { LEAGUE_FILE_FORMAT, LEAGUE_FILE_VERSION } from '@fieldhouse/domain/interchange/league-file-format'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/pasted-table'
import { normalizeName } from '@fieldhouse/domain/names'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { NflPlayer } from '@fieldhouse/domain/nfl/player'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import type { Draft } from '@fieldhouse/domain/rosters/archive'
import { fallbackPlayerName, slotOf, type TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import {
  isPublic,
  type LeagueTransaction,
  type PublicTransaction,
} from '@fieldhouse/domain/rosters/transactions'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import {
  type GameSide,
  isDecided,
  type LeagueSeason,
  UNKNOWN_RECORD,
} from '@fieldhouse/domain/seasons/season'
import { CSV_COLUMNS, MORE_COLUMNS, TABLE_KINDS, type TableKind } from '@fieldhouse/domain/seasons/season-csv'
import { type Db, inSnapshot } from '../../database/engine/database.ts'
import { zipWriter } from '../../files/zip.ts'
import { archiveReader } from '../../repositories/archive-reader.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { findSeason, type StoredSeason } from '../../repositories/stored-seasons.ts'
import { mapInTurns } from '../../threads/work-queues.ts'
import { MAX_TABLE_ROWS } from './season-file.ts'

type ExportedLeague = { id: number; name: string }

/** Streams a league file, a season at a time. Seasons that are no longer stored are left out. */
export function exportAsJson(
  db: Db,
  league: ExportedLeague,
  seasons: readonly number[],
  now: Date,
): Readable {
  async function* write() {
    const header = {
      format: LEAGUE_FILE_FORMAT,
      version: LEAGUE_FILE_VERSION,
      league: league.name,
      exported_at: now.toISOString(),
    }
    yield `${JSON.stringify(header).slice(0, -1)},"seasons":[`
    let separator = '\n'
    for (const year of seasons) {
      const season = await readSeason(db, league.id, year)
      if (season === null) continue
      yield separator
      yield* writeSeason(season)
      separator = ',\n'
    }
    yield '\n]}\n'
  }
  return Readable.from(write(), { objectMode: false })
}

/** A large season takes a tenth of a second, so other requests are answered in between. */
async function* writeSeason({ lineups, transactions, ...rest }: LeagueFileSeason): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"lineups":[`
  yield* writeList(lineups, 1)
  yield '],"transactions":['
  yield* writeList(transactions, 500)
  yield ']}'
}

async function* writeList(list: readonly unknown[], size: number): AsyncGenerator<string> {
  for (let start = 0; start < list.length; start += size) {
    await setImmediate()
    yield `${start === 0 ? '' : ','}${JSON.stringify(list.slice(start, start + size)).slice(1, -1)}`
  }
}

/** Streams a zip with the tables of the seasons. Tables that are too long to be uploaded again are several files. */
export function exportAsTables(
  db: Db,
  league: ExportedLeague,
  seasons: readonly number[],
  now: Date,
): Readable {
  const zip = zipWriter(now)
  const write = async () => {
    const files = new Map<TableKind, { rows: CsvCell[][]; count: number }>()
    const flush = async (kind: TableKind) => {
      const file = files.get(kind)
      if (file === undefined || file.rows.length === 0) return
      file.count += 1
      const name = file.count === 1 ? `${kind}.csv` : `${kind}-${file.count}.csv`
      const table = await formatCsv([columnsOf(kind), ...file.rows])
      await zip.add(name, [table], { isCompressed: true })
      file.rows = []
    }
    for (const year of seasons) {
      const season = await readSeason(db, league.id, year)
      if (season === null) continue
      const tables = tablesFromSeason(season)
      for (const kind of TABLE_KINDS) {
        const file = files.get(kind) ?? { rows: [], count: 0 }
        files.set(kind, file)
        if (file.rows.length + tables[kind].length > MAX_TABLE_ROWS) await flush(kind)
        for (const row of tables[kind]) {
          if (file.rows.length === MAX_TABLE_ROWS) await flush(kind)
          file.rows.push(columnsOf(kind).map((column) => (column === 'season' ? year : row[column])))
        }
      }
    }
    for (const kind of TABLE_KINDS) await flush(kind)
    zip.end()
  }
  write().catch((error: unknown) => zip.fail(error))
  return zip.output
}

/** Starts with a byte order mark, so that spreadsheets read the file as UTF-8. */
async function formatCsv(rows: readonly (readonly CsvCell[])[]): Promise<string> {
  const lines = await mapInTurns(rows, (row) => `${formatCsvLine(row)}\r\n`)
  return `\ufeff${lines.join('')}`
}

function readSeason(db: Db, leagueId: number, season: number): Promise<LeagueFileSeason | null> {
  return inSnapshot(db, async (snapshot) => {
    const stored = await findSeason(snapshot, leagueId, season)
    if (stored === null) return null
    const archive = archiveReader(snapshot)
    const draft = await archive.findDraft(leagueId, season)
    const transactions = await archive.listTransactions(leagueId, season)
    const moved = [...(draft?.picks ?? []), ...transactions.flatMap(({ moves }) => moves)]
    const lineups: LeagueFileSeason['lineups'] = []
    for (const week of await archive.listWeeksWithLineups(leagueId, season)) {
      const ofWeek = await archive.listLineups(leagueId, season, week)
      lineups.push({ week, teams: await mapInTurns(ofWeek, presentLineup) })
    }
    const players = await findPlayers(
      snapshot,
      moved.map(({ playerId }) => playerId),
    )
    return presentLeagueFileSeason(stored, { lineups, draft, transactions, players })
  })
}

type Column = (typeof CSV_COLUMNS | typeof MORE_COLUMNS)[TableKind][number]
type TableRow = Readonly<Partial<Record<Column, CsvCell>>>
type FileGame = LeagueFileSeason['games'][number]

function columnsOf(kind: TableKind): readonly Column[] {
  return [...CSV_COLUMNS[kind], ...MORE_COLUMNS[kind]]
}

/** A season as rows of tables. What has no column is left out. */
function tablesFromSeason(file: LeagueFileSeason): Record<TableKind, TableRow[]> {
  const nameOf = teamNames(file)
  const owners = new Map(file.owners.map(({ id, name }) => [id ?? name, name]))
  const ownerOf = new Map(
    file.teams.map((team) => [team.id, team.owners.map((owner) => owners.get(owner) ?? owner).join(' & ')]),
  )
  const accountsOf = new Map(file.teams.map((team) => [team.id, team.owners.join(' & ')]))
  return {
    seasons: [
      {
        platform: file.platform,
        league_id: file.platform_league_id,
        name: file.name,
        regular_season_weeks: regularSeasonWeeks(file),
        playoff_teams: file.playoff_teams,
        median_game: yesOrNo(file.has_median_game),
        finished: yesOrNo(file.is_finished),
      },
    ],
    owners: file.owners.map(({ id, name, is_commissioner }) => ({
      owner: name,
      account: id,
      commissioner: yesOrNo(is_commissioner),
    })),
    standings: file.teams.map((team) => ({
      ...team,
      team: nameOf(team.id),
      owner: ownerOf.get(team.id),
      division: file.divisions.find(({ id }) => id === team.division)?.name ?? null,
      accounts: accountsOf.get(team.id),
    })),
    scores: file.scoring === 'points' ? scoreRows(file, nameOf, { ownerOf, accountsOf }) : [],
    draft: (file.draft?.picks ?? []).map((pick) => ({
      ...pick,
      pick: pick.in_round,
      team: nameOf(pick.team),
      keeper: yesOrNo(pick.is_keeper),
    })),
    transactions: file.transactions.flatMap((transaction) =>
      transaction.moves.map((move) => ({
        ...transaction,
        ...move,
        transaction: transaction.id,
        date: transaction.decided_at ?? transaction.proposed_at,
        team: nameOf(transaction.team),
        from_team: nameOf(move.from_team),
        to_team: nameOf(move.to_team),
      })),
    ),
    lineups: file.lineups.flatMap(({ week, teams }) =>
      teams.flatMap(({ team, players }) =>
        players.map((player) => ({
          ...player,
          week,
          team: nameOf(team),
        })),
      ),
    ),
  }
}

/** Tables know teams by their names, so teams with the same name also have their numbers. */
function teamNames({ teams }: LeagueFileSeason): (team: number | null) => string | null {
  const counts = Map.groupBy(teams, ({ name }) => normalizeName(name))
  const names = new Map(
    teams.map(({ id, name }) => [
      id,
      counts.get(normalizeName(name))?.length === 1 ? name : `${name} (${id})`,
    ]),
  )
  return (team) => (team === null ? null : (names.get(team) ?? `Team ${team}`))
}

function yesOrNo(value: boolean | null): string | null {
  return value === null ? null : value ? 'yes' : 'no'
}

function regularSeasonWeeks(file: LeagueFileSeason): number | null {
  const { regular_season_matchups: length, matchups } = file
  if (length === null || length === 0) return null
  return matchups.find(({ matchup }) => matchup === length)?.weeks.at(-1) ?? length
}

/** A row for each team, game and week. Games without a result are left out. */
function scoreRows(
  file: LeagueFileSeason,
  nameOf: (team: number | null) => string | null,
  { ownerOf, accountsOf }: Record<'ownerOf' | 'accountsOf', ReadonlyMap<number, string>>,
): TableRow[] {
  const rowsOf = (game: FileGame, side: FileGame['home'], opponent: FileGame['home'] | null): TableRow[] => {
    const weeks = file.matchups.find(({ matchup }) => matchup === game.matchup)?.weeks ?? [game.matchup]
    const scores = splitPoints(side, weeks)
    return scores.map(({ week, points }) => ({
      week,
      team: nameOf(side.team),
      owner: ownerOf.get(side.team),
      points,
      opponent: opponent === null ? null : nameOf(opponent.team),
      playoff: yesOrNo(game.bracket !== 'regular'),
      matchup: weeks.length > 1 || weeks[0] !== game.matchup ? game.matchup : null,
      bracket: game.bracket,
      accounts: accountsOf.get(side.team),
    }))
  }
  return file.games
    .filter(({ away, result }) => away === null || result === null || isDecided(result))
    .flatMap((game) =>
      game.away === null
        ? rowsOf(game, game.home, null)
        : [...rowsOf(game, game.home, game.away), ...rowsOf(game, game.away, game.home)],
    )
}

function splitPoints({ points, weeks: scores }: FileGame['home'], weeks: readonly number[]) {
  let rest = Math.round((points ?? 0) * 100)
  return weeks.map((week, index) => {
    const score = Math.round((scores.find((each) => each.week === week)?.points ?? 0) * 100)
    const own = index === weeks.length - 1 ? rest : score
    rest -= own
    return { week, points: own / 100 }
  })
}

type Players = ReadonlyMap<number, Omit<NflPlayer, 'playerId'>>

type SeasonArchive = {
  /** In the format of the file, because a season can have thousands. */
  lineups: LeagueFileSeason['lineups']
  draft: Pick<Draft, 'kind' | 'isComplete' | 'picks'> | null
  transactions: readonly LeagueTransaction[]
  players: Players
}

const MAX_TEXT_LENGTH = 200

/** A season in the format of league files. Transactions that only the teams concerned may see are left out. */
function presentLeagueFileSeason(
  season: StoredSeason,
  { lineups, draft, transactions, players }: SeasonArchive,
): LeagueFileSeason {
  const { calendar, progress, seeding } = season
  return {
    season: season.season,
    platform: season.provider ?? season.file?.platform ?? null,
    platform_league_id: toText(season.providerLeagueId),
    name: toText(season.name),
    scoring: scoringFormatOf(season.scoringType),
    is_finished: progress.isFinished,
    is_drafted: progress.isDrafted,
    drafted_at: season.draftAt?.toISOString() ?? null,
    has_rounded_scores: season.hasFineScores,
    has_median_game: season.hasMedianGame,
    is_best_ball: season.isBestBall,
    regular_season_matchups: calendar.regularSeasonPeriods,
    playoff_teams: calendar.playoffTeams,
    current_matchup: progress.currentPeriod,
    current_week: progress.currentWeek,
    final_week: progress.finalWeek,
    other_seasons: season.previousSeasons,
    matchups: calendar.periods.map(({ period, weeks }) => ({ matchup: period, weeks })),
    divisions: (seeding?.divisions ?? []).map(({ divisionId, name }) => ({
      id: divisionId,
      name: toText(name),
    })),
    tie_breaker: seeding?.tieBreaker ?? null,
    is_reseeded: seeding?.isReseeded ?? null,
    owners: season.members.map(({ memberId, name, isManager, isCreator }) => ({
      id: memberId,
      name: toText(name) ?? memberId,
      is_commissioner: isManager,
      is_creator: isCreator,
    })),
    teams: season.teams.map(presentTeam),
    games: season.games.map(({ gameId, period, bracket, result, home, away, categories }) => ({
      id: gameId,
      matchup: period,
      bracket,
      result,
      home: presentSide(home),
      away: away === null ? null : presentSide(away),
      categories,
    })),
    weekly_scores: season.weeklyScores.map(({ teamId, week, points }) => ({
      team: teamId,
      week,
      points: pointsToDecimal(points),
    })),
    lineups,
    draft: draft === null ? null : presentDraft(draft, players),
    transactions: transactions.filter(isPublic).map((each) => presentTransaction(each, players)),
  }
}

/** null for text that is empty without its control characters. */
function toText(text: string | null): string | null {
  const clean = (text ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return clean === '' ? null : clean.slice(0, MAX_TEXT_LENGTH).toWellFormed()
}

function presentTeam(team: LeagueSeason['teams'][number]): LeagueFileSeason['teams'][number] {
  return {
    id: team.teamId,
    name: toText(team.name) ?? `Team ${team.teamId}`,
    abbreviation: toText(team.abbrev)?.slice(0, 10) ?? '',
    logo: team.logo,
    division: team.divisionId,
    owners: team.ownerIds,
    ...(team.record ?? UNKNOWN_RECORD),
    points_for: pointsToDecimalOrNull(team.pointsFor),
    points_against: pointsToDecimalOrNull(team.pointsAgainst),
    seed: team.playoffSeed,
    final_rank: team.finalRank,
    eliminated_week: team.eliminatedWeek ?? null,
  }
}

function presentSide({ teamId, points, pointsByWeek, adjustment }: GameSide) {
  return {
    team: teamId,
    points: pointsToDecimal(points),
    weeks: pointsByWeek.map((score) => ({ week: score.week, points: pointsToDecimal(score.points) })),
    adjustment: pointsToDecimal(adjustment),
  }
}

function presentLineup(lineup: TeamLineup): LeagueFileSeason['lineups'][number]['teams'][number] {
  return {
    team: lineup.teamId,
    points: pointsToDecimal(lineup.points),
    projected: pointsToDecimalOrNull(lineup.projectedPoints),
    players: lineup.entries.map((entry) => ({
      slot: slotOf(entry.slotId).name,
      ...presentPlayer(entry.playerId, entry),
      points: pointsToDecimalOrNull(entry.points),
      projected: pointsToDecimalOrNull(entry.projectedPoints),
      injury: toText(entry.injuryStatus),
      eligible: entry.eligibleSlots.map((slotId) => slotOf(slotId).name),
    })),
    empty_slots: lineup.emptySlots.map((slotId) => slotOf(slotId).name),
  }
}

/** A placeholder is not a name. */
function presentPlayer(playerId: number, player: Omit<NflPlayer, 'playerId'> | undefined) {
  const name = player?.name === fallbackPlayerName(playerId) ? null : (player?.name ?? null)
  const nflTeamId = player?.nflTeamId ?? null
  return {
    player_id: playerId,
    player: toText(name),
    position: toText(player?.position ?? null),
    nfl_team: nflTeamId === null ? null : (nflTeamById(nflTeamId)?.abbrev ?? null),
  }
}

function presentDraft(
  { kind, isComplete, picks }: Pick<Draft, 'kind' | 'isComplete' | 'picks'>,
  players: Players,
): LeagueFileSeason['draft'] {
  return {
    kind,
    is_complete: isComplete,
    picks: picks.map((pick) => ({
      overall: pick.overall,
      round: pick.round,
      in_round: pick.inRound,
      team: pick.teamId,
      original_team: pick.originalTeamId ?? null,
      pool: pick.pool ?? null,
      order: pick.order ?? null,
      ...presentPlayer(pick.playerId, pick.player ?? players.get(pick.playerId)),
      owner: pick.memberId,
      is_keeper: pick.isKeeper,
      price: pick.bid,
    })),
  }
}

function presentTransaction(transaction: PublicTransaction, players: Players) {
  return {
    id: transaction.id,
    week: transaction.week,
    kind: transaction.kind,
    status: transaction.status,
    reason: toText(transaction.reason),
    team: transaction.teamId,
    owner: transaction.memberId,
    is_by_commissioner: transaction.isByManager,
    proposed_at: transaction.proposedAt?.toISOString() ?? null,
    decided_at: transaction.decidedAt?.toISOString() ?? null,
    bid: transaction.bid,
    moves: transaction.moves.map(({ playerId, fromTeamId, toTeamId }) => ({
      ...presentPlayer(playerId, players.get(playerId)),
      from_team: fromTeamId,
      to_team: toTeamId,
    })),
    picks: (transaction.picks ?? []).map((pick) => ({
      season: pick.season,
      round: pick.round,
      original_team: pick.originalTeamId,
      from_team: pick.fromTeamId,
      to_team: pick.toTeamId,
    })),
    budget: (transaction.budget ?? []).map(({ fromTeamId, toTeamId, amount }) => ({
      from_team: fromTeamId,
      to_team: toTeamId,
      amount,
    })),
  }
}
