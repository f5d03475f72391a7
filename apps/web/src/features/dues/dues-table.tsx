import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team-cell.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { describeStatus, formatAmount, formatDueDay, statusTone } from './dues-text.ts'
import { AdjustmentForm, PaymentForm } from './entry-forms.tsx'
import { type Dues, type DuesEntry, type DuesSetup, type DuesTeam, useChangeDues } from './use-dues.ts'

type Props = { league: string; dues: Dues; setup: DuesSetup; isAdmin: boolean }

type TeamDialogProps = {
  league: string
  season: number
  team: DuesTeam
  isAdmin: boolean
  onClose: () => void
}

/** Identifies a team, also one that is no longer part of the season. */
const keyOf = ({ team_id: id, name }: DuesTeam) => (id === null ? `former ${name}` : String(id))

/** What each team owes and has paid, with its entries in a dialog. */
export function DuesTable({ league, dues, setup, isAdmin }: Props) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const opened = dues.teams.find((team) => keyOf(team) === openKey)
  return (
    <section className={ui.stack12} aria-labelledby="dues-teams">
      <h3 id="dues-teams">Teams</h3>
      <DataTable
        caption="Teams"
        columns={[
          {
            id: 'team',
            label: 'Team',
            cell: (team) => (
              <TeamCell
                team={team}
                to={
                  team.team_id === null
                    ? undefined
                    : { tab: 'roster', view: null, team: team.team_id, season: dues.season }
                }
              >
                <span className={ui.note}>
                  {team.team_id === null ? 'No longer in this season' : (team.owner ?? 'No owner')}
                </span>
              </TeamCell>
            ),
          },
          { id: 'owed', label: 'Owed', cell: (team) => formatAmount(team.owed), below: 'labeled' },
          { id: 'paid', label: 'Paid', cell: (team) => formatAmount(team.paid), below: 'labeled' },
          {
            id: 'status',
            label: 'Status',
            kind: 'text',
            isStrong: true,
            cell: (team) =>
              `${describeStatus(team)}${statusTone(team, setup.due_on) === 'bad' ? ', overdue' : ''}`,
            tone: (team) => statusTone(team, setup.due_on),
            below: 'line',
          },
          {
            id: 'payments',
            label: 'Payments',
            kind: 'action',
            cell: (team) =>
              isAdmin || team.entries.length > 0 ? (
                <Button
                  variant="quiet"
                  aria-label={isAdmin ? `Note payments of ${team.name}` : `Details of ${team.name}`}
                  onClick={() => setOpenKey(keyOf(team))}
                >
                  {isAdmin ? 'Note' : 'Details'}
                </Button>
              ) : null,
          },
        ]}
        rows={dues.teams}
        keyOf={keyOf}
        head="team"
        isMine={(team) => team.team_id !== null && team.team_id === dues.my_team_id}
        isStacked
      />
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

/** The account of a team: its payments and adjustments, which admins add and remove. */
function TeamDialog({ league, season, team, isAdmin, onClose }: TeamDialogProps) {
  const change = useChangeDues(league)
  const { team_id: teamId, entries } = team
  return (
    <Dialog title={team.name} onClose={onClose}>
      <div className={ui.stack16}>
        <Stats size="m">
          <Stat label="Dues" value={formatAmount(team.dues)} />
          <Stat label="Adjustments" value={formatAmount(team.adjustments)} />
          <Stat label="Paid" value={formatAmount(team.paid)} />
          <Stat label="Status" value={describeStatus(team)} />
        </Stats>
        {entries.length === 0 ? (
          <p className={ui.note}>No payments or adjustments yet.</p>
        ) : (
          <ul className={ui.divided} aria-label="Payments and adjustments">
            {entries.map((entry) => (
              <Row as="li" key={entry.id} isSpread gap={3}>
                <span className={ui.breakable}>
                  <span className={ui.strong}>{describeEntry(entry)}</span>{' '}
                  <span className={ui.note}>
                    {[entry.paid_on === null ? null : formatDueDay(entry.paid_on), entry.note || null]
                      .filter((part) => part !== null)
                      .join(' · ')}
                  </span>
                </span>
                {isAdmin ? (
                  <ConfirmButton
                    isIcon
                    label={`Remove ${describeEntry(entry)}`}
                    question={entry.kind === 'payment' ? 'Remove this payment?' : 'Remove this adjustment?'}
                    consequence="The balance changes for everyone. The activity log keeps that it was noted."
                    confirmLabel="Remove"
                    disabled={change.isPending}
                    onConfirm={() => change.mutate({ key: 'entry', id: entry.id })}
                  >
                    <Trash2 size={20} aria-hidden="true" />
                  </ConfirmButton>
                ) : null}
              </Row>
            ))}
          </ul>
        )}
        <ErrorNotice error={change.error} fallback="Failed to remove it." />
        {isAdmin && teamId !== null ? (
          <Grid min={280} gap={6}>
            <PaymentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
            <AdjustmentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
          </Grid>
        ) : null}
      </div>
    </Dialog>
  )
}

function describeEntry({ kind, amount }: DuesEntry): string {
  if (kind === 'payment') return `Paid ${formatAmount(amount)}`
  return `Adjustment ${amount.startsWith('-') ? '' : '+'}${formatAmount(amount)}`
}
