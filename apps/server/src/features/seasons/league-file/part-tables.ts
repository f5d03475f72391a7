import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import { type NamedTable, rowsOf, type TableProblem } from '@fieldhouse/domain/interchange/season-from-tables'
import { normalizeName } from '@fieldhouse/domain/names'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { numbersInRounds } from '@fieldhouse/domain/rosters/archive'
import type { LeagueSeason } from '@fieldhouse/domain/seasons/season'
import type { DraftRow, LineupRow, TransactionRow } from '@fieldhouse/domain/seasons/season-csv'

/** The lineups, the draft and the transactions in the tables of a season, as in a league file. `nameOf` knows renamed teams. */
export function partsFromTables(
  tables: readonly NamedTable[],
  { season, teams }: Pick<LeagueSeason, 'season' | 'teams'>,
  nameOf: (team: string) => string,
): Pick<LeagueFileSeason, 'lineups' | 'draft' | 'transactions'> & { problems: TableProblem[] } {
  const problems: TableProblem[] = []
  const ids = new Map(teams.map(({ name, teamId }) => [normalizeName(name), teamId]))
  const inFile = (kind: NamedTable['table']['kind']) => {
    const files = tables.filter(({ table }) => table.kind === kind)
    return (row: { row: number }) =>
      files.find(({ table }) => (table.rows as { row: number }[]).includes(row))?.file ?? ''
  }
  const idOf = (
    kind: 'draft' | 'transactions' | 'lineups',
    row: { row: number },
    field: string,
    name: string | null,
  ) => {
    if (name === null) return null
    const teamId = ids.get(normalizeName(nameOf(name)))
    if (teamId === undefined) {
      const detail = `${name} is not a team of ${season}. Use the spelling of the other tables`
      problems.push({ file: inFile(kind)(row), row: row.row, field, detail })
    }
    return teamId ?? 0
  }
  const lineups = rowsOf(tables, 'lineups', season)
  const picks = rowsOf(tables, 'draft', season).toSorted((a, b) => a.overall - b.overall)
  const numberOf = numbersInRounds(picks, teams.length)
  const moves = rowsOf(tables, 'transactions', season)
  return {
    lineups: [...Map.groupBy(lineups, ({ week }) => week)].map(([week, ofWeek]) => ({
      week,
      teams: [...Map.groupBy(ofWeek, (row) => idOf('lineups', row, 'team', row.team) ?? 0)].map(
        ([team, rows]) => ({
          team,
          points: null,
          projected: null,
          players: rows.map(toLineupPlayer),
          empty_slots: [],
        }),
      ),
    })),
    draft:
      picks.length === 0
        ? null
        : {
            kind: null,
            is_complete: true,
            picks: picks.map((row) => toPick(row, numberOf(row), idOf('draft', row, 'team', row.team) ?? 0)),
          },
    // Rows without a transaction are one of their own.
    transactions: [...Map.groupBy(moves, (row) => row.transaction ?? `row-${row.row}`)].map(([id, rows]) =>
      toTransaction(id, rows, (row, field, name) => idOf('transactions', row, field, name)),
    ),
    problems,
  }
}

function toPlayer({
  playerId,
  player,
  position,
  nflTeam,
}: Pick<DraftRow, 'playerId' | 'player' | 'position' | 'nflTeam'>) {
  return { player_id: playerId, player, position, nfl_team: nflTeam }
}

function toLineupPlayer(row: LineupRow) {
  return {
    slot: row.slot,
    ...toPlayer(row),
    points: pointsToDecimalOrNull(row.points),
    projected: pointsToDecimalOrNull(row.projected),
    injury: null,
    eligible: [],
  }
}

function toPick(row: DraftRow, inRound: number, team: number) {
  return {
    overall: row.overall,
    round: row.round,
    in_round: row.pick ?? inRound,
    team,
    original_team: null,
    pool: null,
    order: null,
    ...toPlayer(row),
    owner: null,
    is_keeper: row.isKeeper,
    price: row.price,
  }
}

function toTransaction(
  id: string,
  rows: readonly TransactionRow[],
  idOf: (row: TransactionRow, field: string, name: string | null) => number | null,
): LeagueFileSeason['transactions'][number] {
  const [first] = rows as [TransactionRow]
  return {
    id,
    week: first.week,
    kind: first.kind,
    status: first.status,
    reason: null,
    team: idOf(first, 'team', first.team ?? first.toTeam ?? first.fromTeam),
    owner: null,
    is_by_commissioner: false,
    proposed_at: null,
    decided_at: first.date?.toISOString() ?? null,
    bid: first.bid,
    moves: rows.map((row) => ({
      ...toPlayer(row),
      from_team: idOf(row, 'from_team', row.fromTeam),
      to_team: idOf(row, 'to_team', row.toTeam),
    })),
    picks: [],
    budget: [],
  }
}
