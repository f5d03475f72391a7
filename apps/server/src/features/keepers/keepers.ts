import { exportKeepers, getKeepers, saveKeeperRule } from '@fieldhouse/contract/keepers'
import type { DataKind, ResponseOf } from '@fieldhouse/contract/operation'
import {
  type KeeperRule,
  keeperCost,
  keeperLedger,
  type LedgerRow,
  type LedgerSeason,
} from '@fieldhouse/domain/insights/moves/keepers'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/pasted-table'
import type { Context } from '../../context.ts'
import { downloadName, sendDownload } from '../../http/file-transfers.ts'
import { operation } from '../../http/operation.ts'
import { nflAbbrev } from '../../http/present-roster.ts'
import { presentTeamLink } from '../../http/present-team.ts'
import { toWire } from '../../http/to-wire.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import type { LeagueSeasons } from '../../repositories/league.ts'
import { KEEPER_RULE, readDocuments, replaceDocument } from '../../repositories/league-documents.ts'

export const keepers = [
  operation(getKeepers, ({ ctx, league, query, user }) =>
    readKeepers(ctx, league.id, query.season, user.userId),
  ),

  operation(exportKeepers, async ({ ctx, league, query, user, reply }) => {
    const ledger = await readKeepers(ctx, league.id, query.season, user.userId)
    const name = downloadName(league.name, `keepers-${ledger.season + 1}.csv`)
    return sendDownload(reply, name, keeperTable(ledger))
  }),

  operation(saveKeeperRule, async (call) => {
    const { league, body } = call
    const { unit, step, undrafted, undrafted_cost: cost, max_years, max_keepers } = body
    const rule = unit && {
      unit,
      step,
      undrafted,
      undraftedCost: undrafted === 'fixed' ? (cost ?? null) : null,
      maxYears: max_years ?? null,
      maxKeepers: max_keepers ?? null,
    }
    await changeLeague(call, async ({ transaction, now, audit }) => {
      const owner = { leagueId: league.id, userId: null }
      if (await replaceDocument(transaction, owner, KEEPER_RULE, rule, now))
        await audit('league.keeper-rule', rule === null ? { unit: null } : { ...rule })
    })
    const message =
      rule === null ? `Keeper rule removed from ${league.name}.` : `Keeper rule saved for ${league.name}.`
    return { message, rule: rule && toWire(rule) }
  }),
]

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

function keeperTable({ season, rule, teams, players }: KeepersResponse): string {
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

type KeepersResponse = ResponseOf<typeof getKeepers>

type StoredLedger = {
  week: number | null
  draft: 'not_read' | 'no_picks' | 'known'
  hasAllTransactions: boolean
  rows: LedgerRow[]
}

const READS: readonly DataKind[] = ['season']

async function readKeepers(
  ctx: Context,
  leagueId: number,
  asked: number | undefined,
  userId: number,
): Promise<KeepersResponse> {
  const league = await ctx.leagues.get(leagueId)
  const season = asked ?? (await findNewestSeason(ctx, league)) ?? league.currentSeason(ctx.now())
  const { week, draft, hasAllTransactions, rows } = await findLedger(ctx, leagueId, season)
  const [stored] = await readDocuments(ctx.db, leagueId, KEEPER_RULE)
  const rule = stored?.document ?? null
  const schedule = league.schedule(season)
  const myTeamId = league.teamOf(season, userId)?.teamId ?? null
  const teams = league
    .teams(season)
    .toSorted(
      (a, b) =>
        Number(b.teamId === myTeamId) - Number(a.teamId === myTeamId) || a.name.localeCompare(b.name, 'en'),
    )
  const places = new Map(teams.map(({ teamId }, index) => [teamId, index]))
  const placeOf = ({ teamId }: LedgerRow) => places.get(teamId) ?? teams.length
  const unavailable = whyUnavailable(schedule, week)
  const nameOf = (year: number, teamId: number) => presentTeamLink(teamId, league.teams(year)).name
  return {
    season,
    unavailable,
    is_finished: schedule?.isFinished ?? false,
    week,
    draft_unavailable: draft === 'known' ? null : draft,
    has_all_transactions: hasAllTransactions,
    rule: rule && toWire(rule),
    my_team_id: myTeamId,
    teams: teams.map(({ teamId }) => ({
      ...presentTeamLink(teamId, teams),
      owner: league.ownerOf(season, teamId)?.name ?? null,
    })),
    players:
      unavailable === null
        ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)).map((row) => presentKeeper(row, rule, nameOf))
        : [],
  }
}

function whyUnavailable(schedule: { isDrafted: boolean } | null, week: number | null) {
  if (schedule === null) return 'not_stored'
  if (!schedule.isDrafted) return 'not_drafted'
  return week === null ? 'no_rosters' : null
}

function presentKeeper(
  { player, steps, basis, ...row }: LedgerRow,
  rule: KeeperRule | null,
  nameOf: (season: number, teamId: number) => string,
): KeepersResponse['players'][number] {
  const next = rule === null ? null : keeperCost(rule, row.yearsKept, basis)
  return {
    ...toWire(row),
    player: { ...player, player_id: player.playerId, nfl_team: nflAbbrev(player.nflTeamId) },
    steps: steps.map(({ teamId, fromTeamId, ...step }) => {
      const { season, how, bid, round } = step
      // Between two seasons, the other team is one of the season before.
      const seasonBefore = how === 'off_season' ? season - 1 : season
      return {
        ...step,
        team: nameOf(season, teamId),
        from_team: fromTeamId === null ? null : nameOf(seasonBefore, fromTeamId),
        round: bid !== null && (how === 'draft' || how === 'keeper') ? null : round,
      }
    }),
    next_cost: next?.cost ?? null,
    obstacle: next?.obstacle ?? null,
  }
}

async function findNewestSeason({ archive }: Context, league: LeagueSeasons): Promise<number | null> {
  for (const year of league.years())
    if (league.schedule(year)?.isDrafted && (await archive.hasLineups(league.id, year))) return year
  return null
}

function findLedger(ctx: Context, leagueId: number, season: number): Promise<StoredLedger> {
  return ctx.memory.get(leagueId, READS, `keepers ${season}`, async () => {
    const league = await ctx.leagues.seasons(leagueId)
    const read: LedgerSeason[] = []
    // One after the other, so that other requests are answered in between.
    for (const year of league.years()) if (year <= season) read.push(await readSeason(ctx, leagueId, year))
    const [ofSeason] = read
    if (ofSeason?.season !== season)
      return { week: null, draft: 'not_read', hasAllTransactions: false, rows: [] }
    const { draft, hasAllTransactions, rosters } = ofSeason
    return {
      week: rosters.length === 0 ? null : Math.max(...rosters.map(({ week }) => week)),
      draft: draft === null ? 'not_read' : draft.picks.length === 0 ? 'no_picks' : 'known',
      hasAllTransactions,
      rows: keeperLedger(read, (year, teamId) => league.ownerOf(year, teamId)?.name ?? null),
    }
  })
}

async function readSeason({ archive }: Context, leagueId: number, season: number): Promise<LedgerSeason> {
  const [draft, transactions, weeks, rosters] = await Promise.all([
    archive.findDraft(leagueId, season),
    archive.listTransactions(leagueId, season),
    archive.listTransactionWeeks(leagueId, season),
    archive.listNewestRosters(leagueId, season),
  ])
  const stored = new Set(weeks.map(({ week }) => week))
  const last = Math.max(0, ...rosters.map(({ week }) => week))
  const needed = Array.from({ length: last }, (_, index) => index + 1)
  const hasAllTransactions = needed.length > 0 && needed.every((week) => stored.has(week))
  return { season, draft, transactions, hasAllTransactions, rosters }
}
