import { exportKeepers, getKeepers, saveKeeperRule } from '@fieldhouse/contract/keepers'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { downloadName } from '../../http/headers/download-name.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import { changeLeague } from '../../repositories/leagues/change-league.ts'
import { KEEPER_RULE, replaceDocument } from '../../repositories/leagues/league-documents.ts'
import { type KeepersResponse, readKeepers } from './ledger.ts'

export const keepers = [
  operation(getKeepers, ({ ctx, league, query, user }) =>
    readKeepers(ctx, league.id, query.season, user.userId),
  ),

  operation(exportKeepers, async ({ ctx, league, query, user, reply }) => {
    const ledger = await readKeepers(ctx, league.id, query.season, user.userId)
    const name = downloadName(league.name, `keepers-${ledger.season + 1}.csv`)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(keeperTable(ledger))
  }),

  operation(saveKeeperRule, async (call) => {
    const { league, body } = call
    const { unit, step, undrafted, undrafted_cost: cost, max_years, max_keepers } = body
    const rule =
      unit === null
        ? null
        : {
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
