import { useState } from 'react'
import table from '../../ui/display/table.module.css'
import { TableHead } from '../../ui/display/table-head.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { Button } from '../../ui/forms/button.tsx'
import ui from '../../ui/ui.module.css'
import styles from './dues-table.module.css'
import { describeStatus, formatAmount, statusTone } from './dues-text.ts'
import { TeamDialog } from './team-dialog.tsx'
import type { Dues, DuesSetup, DuesTeam } from './use-dues.ts'

type Props = { league: string; dues: Dues; setup: DuesSetup; isAdmin: boolean }

/** Identifies a team, also one that is no longer part of the season. */
const keyOf = ({ team_id: id, name }: DuesTeam) => (id === null ? `former ${name}` : String(id))

/** What each team owes and has paid, with its entries in a dialog. */
export function DuesTable({ league, dues, setup, isAdmin }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const opened = dues.teams.find((team) => keyOf(team) === openKey)
  return (
    <section className={ui.stack12} aria-labelledby="dues-teams">
      <h3 id="dues-teams">Teams</h3>
      <div className={ui.frame}>
        <table className={`${table.table} ${styles.table}`} data-stacks aria-labelledby="dues-teams">
          <TableHead columns={['Team', 'Owed', 'Paid', 'Status', 'Payments']} numbers={['Owed', 'Paid']} />
          <tbody>
            {dues.teams.map((team) => (
              <tr
                key={keyOf(team)}
                data-mine={(team.team_id !== null && team.team_id === dues.my_team_id) || undefined}
              >
                <th scope="row" className={styles.team}>
                  <TeamCell
                    team={team}
                    {...(team.team_id === null
                      ? {}
                      : { to: { tab: 'roster', view: null, team: team.team_id, season: dues.season } })}
                  >
                    <span className={ui.note}>
                      {team.team_id === null ? 'No longer in this season' : (team.owner ?? 'No owner')}
                    </span>
                  </TeamCell>
                </th>
                <td className={`${table.number} ${styles.owed}`}>
                  <span className={styles.label}>Owed </span>
                  {formatAmount(team.owed)}
                </td>
                <td className={`${table.number} ${styles.paid}`}>
                  <span className={styles.label}>Paid </span>
                  {formatAmount(team.paid)}
                </td>
                <td className={`${ui.strong} ${styles.status}`} data-tone={statusTone(team, setup.due_on)}>
                  {describeStatus(team)}
                  {statusTone(team, setup.due_on) === 'bad' ? ', overdue' : ''}
                </td>
                <td className={styles.action}>
                  {isAdmin || team.entries.length > 0 ? (
                    <Button
                      variant="quiet"
                      aria-label={isAdmin ? `Note payments of ${team.name}` : `Details of ${team.name}`}
                      onClick={() => setOpenKey(keyOf(team))}
                    >
                      {isAdmin ? 'Note' : 'Details'}
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened === undefined ? null : (
        <TeamDialog
          league={league}
          season={dues.season}
          team={opened}
          isAdmin={isAdmin}
          onClose={() => setOpenKey(null)}
        />
      )}
    </section>
  )
}
