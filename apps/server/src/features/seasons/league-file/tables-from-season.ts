import type { LeagueFileSeason } from '@fieldhouse/contract/seasons/league-file'
import type { CsvCell } from '@fieldhouse/domain/interchange/csv-line'
import { normalizeName } from '@fieldhouse/domain/names'
import { isDecided } from '@fieldhouse/domain/seasons/season'
import { CSV_COLUMNS, MORE_COLUMNS, type TableKind } from '@fieldhouse/domain/seasons/season-csv'

export type TableRow = Readonly<Record<string, CsvCell>>
type FilePlayer = Pick<
  LeagueFileSeason['lineups'][number]['teams'][number]['players'][number],
  'player_id' | 'player' | 'position' | 'nfl_team'
>
type FileGame = LeagueFileSeason['games'][number]

/** The columns of a table, the ones that it needs first. */
export function columnsOf(kind: TableKind): readonly string[] {
  return [...CSV_COLUMNS[kind], ...MORE_COLUMNS[kind]]
}

/** A season as rows of tables. What has no column is left out. */
export function tablesFromSeason(file: LeagueFileSeason): Record<TableKind, TableRow[]> {
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
      team: nameOf(team.id),
      owner: ownerOf.get(team.id),
      wins: team.wins,
      losses: team.losses,
      ties: team.ties,
      points_for: team.points_for,
      points_against: team.points_against,
      final_rank: team.final_rank,
      seed: team.seed,
      division: divisionName(file, team.division),
      accounts: accountsOf.get(team.id),
    })),
    scores: file.scoring === 'points' ? scoreRows(file, nameOf, { ownerOf, accountsOf }) : [],
    draft: (file.draft?.picks ?? []).map((pick) => ({
      overall: pick.overall,
      round: pick.round,
      pick: pick.in_round,
      team: nameOf(pick.team),
      ...playerCells(pick),
      keeper: yesOrNo(pick.is_keeper),
      price: pick.price,
    })),
    transactions: file.transactions.flatMap((transaction) =>
      transaction.moves.map((move) => ({
        transaction: transaction.id,
        week: transaction.week,
        date: transaction.decided_at ?? transaction.proposed_at,
        kind: transaction.kind,
        status: transaction.status,
        team: nameOf(transaction.team),
        ...playerCells(move),
        from_team: nameOf(move.from_team),
        to_team: nameOf(move.to_team),
        bid: transaction.bid,
      })),
    ),
    lineups: file.lineups.flatMap(({ week, teams }) =>
      teams.flatMap(({ team, players }) =>
        players.map((player) => ({
          week,
          team: nameOf(team),
          slot: player.slot,
          ...playerCells(player),
          points: player.points,
          projected: player.projected,
        })),
      ),
    ),
  }
}

/** The cells of a row, in the order of the columns. */
export function toCells(kind: TableKind, season: number, row: TableRow): CsvCell[] {
  return columnsOf(kind).map((column) => (column === 'season' ? season : row[column]))
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

function divisionName({ divisions }: LeagueFileSeason, division: number | null): CsvCell {
  return divisions.find(({ id }) => id === division)?.name ?? null
}

function weeksOf({ matchups }: LeagueFileSeason, matchup: number): number[] {
  return matchups.find((each) => each.matchup === matchup)?.weeks ?? [matchup]
}

function regularSeasonWeeks(file: LeagueFileSeason): number | null {
  const { regular_season_matchups: length, matchups } = file
  if (length === null || length === 0) return null
  return matchups.find(({ matchup }) => matchup === length)?.weeks.at(-1) ?? length
}

function playerCells({ player_id, player, position, nfl_team }: FilePlayer): TableRow {
  return { player_id, player, position, nfl_team }
}

/** A row for each team, game and week. Games without a result are left out. */
function scoreRows(
  file: LeagueFileSeason,
  nameOf: (team: number | null) => string | null,
  { ownerOf, accountsOf }: Record<'ownerOf' | 'accountsOf', ReadonlyMap<number, string>>,
): TableRow[] {
  const rowsOf = (game: FileGame, side: FileGame['home'], opponent: FileGame['home'] | null): TableRow[] => {
    const weeks = weeksOf(file, game.matchup)
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

/** The points of each week of a game, which add up to its score. */
function splitPoints({ points, weeks: scores }: FileGame['home'], weeks: readonly number[]) {
  let rest = Math.round((points ?? 0) * 100)
  return weeks.map((week, index) => {
    const score = Math.round((scores.find((each) => each.week === week)?.points ?? 0) * 100)
    const own = index === weeks.length - 1 ? rest : score
    rest -= own
    return { week, points: own / 100 }
  })
}
