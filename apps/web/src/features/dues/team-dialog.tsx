import { Trash2 } from 'lucide-react'
import { Stat } from '../../ui/display/stat.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import ui from '../../ui/ui.module.css'
import { describeStatus, formatAmount, formatDueDay } from './dues-text.ts'
import { AdjustmentForm, PaymentForm } from './entry-forms.tsx'
import styles from './team-dialog.module.css'
import { type DuesEntry, type DuesTeam, useChangeDues } from './use-dues.ts'

type Props = { league: string; season: number; team: DuesTeam; isAdmin: boolean; onClose: () => void }

/** The account of a team: its payments and adjustments, which admins add and remove. */
export function TeamDialog({ league, season, team, isAdmin, onClose }: Props) {
  const change = useChangeDues(league)
  const { team_id: teamId, entries } = team
  return (
    <Dialog title={team.name} onClose={onClose}>
      <div className={ui.stack16}>
        <dl className={styles.facts}>
          <Stat label="Dues" value={formatAmount(team.dues)} />
          <Stat label="Adjustments" value={formatAmount(team.adjustments)} />
          <Stat label="Paid" value={formatAmount(team.paid)} />
          <Stat label="Status" value={describeStatus(team)} />
        </dl>
        {entries.length === 0 ? (
          <p className={ui.note}>No payments or adjustments yet.</p>
        ) : (
          <ul className={ui.divided} aria-label="Payments and adjustments">
            {entries.map((entry) => (
              <li key={entry.id} className={styles.entry}>
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
              </li>
            ))}
          </ul>
        )}
        <ErrorNotice error={change.error} fallback="Failed to remove it." />
        {isAdmin && teamId !== null ? (
          <div className={styles.forms}>
            <PaymentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
            <AdjustmentForm league={league} season={season} team={{ ...team, team_id: teamId }} />
          </div>
        ) : null}
      </div>
    </Dialog>
  )
}

function describeEntry({ kind, amount }: DuesEntry): string {
  if (kind === 'payment') return `Paid ${formatAmount(amount)}`
  return `Adjustment ${amount.startsWith('-') ? '' : '+'}${formatAmount(amount)}`
}
