import type { Dues } from '@fieldhouse/contract/dues/dues'
import { type CsvCell, formatCsvLine } from '@fieldhouse/domain/interchange/csv-line'
import { nameOfPrize } from '@fieldhouse/domain/league/prizes'

type Team = Dues['teams'][number]

const COLUMNS = ['season', 'team', 'owner', 'entry', 'amount', 'date', 'prize', 'week', 'note']

/**
 * The ledger as a table with a line for each entry: dues, adjustments and payments of each team with its balance, then
 * the shares of prizes that are decided, and what was paid out. A cell without a fact is empty.
 */
export function duesTable(dues: Dues): string {
  const { season, setup, teams, prizes } = dues
  const teamOf = (teamId: number | null) => teams.find((team) => team.team_id === teamId && teamId !== null)
  const lines: CsvCell[][] = [COLUMNS]
  const add = (team: Pick<Team, 'name' | 'owner'>, entry: string, ...cells: CsvCell[]) =>
    lines.push([season, team.name, team.owner, entry, ...cells])
  for (const team of setup === null ? [] : teams) {
    if (team.team_id !== null) add(team, 'dues', team.dues, setup?.due_on, '', '', '')
    for (const { kind, amount, paid_on: day, note } of team.entries)
      add(team, kind, amount, day, '', '', note)
    add(team, 'balance', team.balance, '', '', '', '')
  }
  for (const prize of prizes) {
    const name = nameOfPrize(prize)
    for (const { week, winners } of prize.awards)
      for (const { team_id: teamId, share, payout } of winners) {
        const team = teamOf(teamId) ?? { name: `Team ${teamId}`, owner: null }
        add(team, 'prize', share, '', name, week, '')
        if (payout !== null) add(team, 'payout', payout.amount, payout.paid_on, name, week, '')
      }
    for (const { week, team_id: teamId, team, amount, paid_on: day } of prize.misdirected)
      add(
        { name: team, owner: teamOf(teamId)?.owner ?? null },
        'payout',
        amount,
        day,
        name,
        week,
        'not a winner',
      )
  }
  return lines.map((line) => `${formatCsvLine(line)}\r\n`).join('')
}
