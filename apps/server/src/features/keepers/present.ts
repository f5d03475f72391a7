import type { getKeepers, KeeperRule as WireRule } from '@fieldhouse/contract/keepers'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { LedgerRow } from '@fieldhouse/domain/insights/moves/keeper-ledger'
import { type KeeperCost, type KeeperRule, keeperCost } from '@fieldhouse/domain/insights/moves/keeper-rule'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { nflTeamById } from '@fieldhouse/domain/nfl/nfl-teams'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { StoredLedger } from './keeper-reader.ts'

type KeepersResponse = ResponseOf<typeof getKeepers>
type Keeper = KeepersResponse['players'][number]

/** What the ledger of a season refers to. */
export type KeeperNames = {
  /** The teams of the season. */
  teams: readonly LeagueTeam[]
  findOwner: (teamId: number) => string | null
  /** The name of a team in any season. */
  findTeam: (season: number, teamId: number) => string
  /** The user's team; null without one. */
  myTeamId: number | null
}

export function presentKeepers(
  ledger: StoredLedger,
  rule: KeeperRule | null,
  { teams, findOwner, findTeam, myTeamId }: KeeperNames,
): KeepersResponse {
  const { season, schedule, week, draft, rows } = ledger
  const ordered = teams.toSorted(
    (a, b) =>
      Number(b.teamId === myTeamId) - Number(a.teamId === myTeamId) || a.name.localeCompare(b.name, 'en'),
  )
  const places = new Map(ordered.map(({ teamId }, index) => [teamId, index]))
  const placeOf = ({ teamId }: LedgerRow) => places.get(teamId) ?? ordered.length
  const unavailable = whyUnavailable(ledger)
  return {
    season,
    unavailable,
    is_finished: schedule?.isFinished ?? false,
    week,
    draft_unavailable: draft === 'known' ? null : draft,
    has_all_transactions: ledger.hasAllTransactions,
    rule: presentRule(rule),
    my_team_id: myTeamId,
    teams: ordered.map(({ teamId, name, logo, color }) => ({
      team_id: teamId,
      name,
      logo,
      color,
      owner: findOwner(teamId),
    })),
    players:
      unavailable === null
        ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map((row) => presentKeeper(row, rule, findTeam))
        : [],
  }
}

function whyUnavailable({ schedule, week }: StoredLedger): KeepersResponse['unavailable'] {
  if (schedule === null) return 'not_stored'
  if (!schedule.isDrafted) return 'not_drafted'
  return week === null ? 'no_rosters' : null
}

export function presentRule(rule: KeeperRule | null): WireRule | null {
  if (rule === null) return null
  const { unit, step, undrafted, undraftedCost, maxYears, maxKeepers } = rule
  return {
    unit,
    step,
    undrafted,
    undrafted_cost: undraftedCost,
    max_years: maxYears,
    max_keepers: maxKeepers,
  }
}

function presentKeeper(row: LedgerRow, rule: KeeperRule | null, findTeam: KeeperNames['findTeam']): Keeper {
  const { teamId, player, steps, hasOrigin, yearsKept, keptSince, basis } = row
  const next: KeeperCost | null = rule === null ? null : keeperCost(rule, yearsKept, basis)
  return {
    team_id: teamId,
    player: {
      player_id: player.playerId,
      name: player.name,
      position: player.position,
      nfl_team: player.nflTeamId === null ? null : (nflTeamById(player.nflTeamId)?.abbrev ?? null),
    },
    steps: steps.map(({ season, how, teamId: id, fromTeamId, week, bid, round }) => ({
      season,
      how,
      team: findTeam(season, id),
      // Between two seasons, the other team is one of the season before.
      from_team:
        fromTeamId === null ? null : findTeam(how === 'off_season' ? season - 1 : season, fromTeamId),
      week,
      bid,
      round: bid !== null && (how === 'draft' || how === 'keeper') ? null : round,
    })),
    has_origin: hasOrigin,
    years_kept: yearsKept,
    kept_since: keptSince,
    next_cost: next?.cost ?? null,
    obstacle: next?.obstacle ?? null,
  }
}

const CSV_COLUMNS = [
  'team',
  'owner',
  'player',
  'position',
  'nfl_team',
  'acquired',
  'acquired_season',
  'acquired_round',
  'acquired_price',
  'trades',
  'years_kept',
  'kept_since',
  'next_season',
  'cost_in',
  'next_cost',
  'not_kept_because',
]

/** The ledger as a table. A cell without a fact is empty. */
export function keeperTable({ season, rule, teams, players }: KeepersResponse): string {
  const lines = players.map((keeper) => {
    const team = teams.find((each) => each.team_id === keeper.team_id)
    const { player, steps } = keeper
    const origin = keeper.has_origin ? steps[0] : undefined
    const paid = steps.findLast(({ how, from_team }) => how !== 'carried_over' && from_team === null)
    const cells: CsvCell[] = [
      team?.name,
      team?.owner,
      player.name,
      player.position,
      player.nfl_team,
      origin?.how ?? 'unknown',
      origin?.season,
      paid?.round,
      paid?.bid,
      steps.filter(({ from_team }) => from_team !== null).length,
      keeper.years_kept,
      keeper.kept_since,
      season + 1,
      rule?.unit,
      keeper.next_cost,
      keeper.obstacle,
    ]
    return formatCsvLine(cells)
  })
  return [formatCsvLine(CSV_COLUMNS), ...lines].map((line) => `${line}\r\n`).join('')
}
