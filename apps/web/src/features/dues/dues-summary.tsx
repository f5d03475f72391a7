import { RichText } from '../../ui/display/rich-text.tsx'
import { Stat } from '../../ui/display/stat.tsx'
import ui from '../../ui/ui.module.css'
import styles from './dues-summary.module.css'
import { describeLeftOver, formatAmount, formatDueDay, formatMagnitude, statusTone } from './dues-text.ts'
import type { Dues, DuesSetup, DuesTeam } from './use-dues.ts'

/** What the user's team owes and has won, and how to pay. Without a team, only how to pay. */
export function MyDues({ dues, setup }: { dues: Dues; setup: DuesSetup }) {
  const mine = dues.teams.find((team) => team.team_id !== null && team.team_id === dues.my_team_id)
  const { due_on: dueOn, note } = setup
  const owes = mine?.status === 'owes'
  const isLate = mine !== undefined && statusTone(mine, dueOn) === 'bad'
  if (mine === undefined && dueOn === null && note === '') return null
  return (
    <section className={`${ui.card} ${ui.stack8}`} aria-label="My dues">
      {mine === undefined ? null : (
        <p className={styles.status} data-tone={statusTone(mine, dueOn)}>
          {describeMine(mine)}
        </p>
      )}
      {mine === undefined || mine.won === '0.00' ? null : <p>You have won {formatAmount(mine.won)}.</p>}
      {dueOn === null || (mine !== undefined && !owes) ? null : (
        <p className={isLate ? ui.alert : undefined} data-tone="bad">
          {isLate ? 'Was due' : 'Due'} {formatDueDay(dueOn)}
        </p>
      )}
      {note === '' ? null : (
        <div>
          <h3 className={styles.heading}>How to pay</h3>
          <p className={styles.text}>
            <RichText>{note}</RichText>
          </p>
        </div>
      )}
    </section>
  )
}

function describeMine({ status, balance, paid }: DuesTeam): string {
  switch (status) {
    case 'owes':
      return `You owe ${formatMagnitude(balance)}`
    case 'paid':
      return `You paid ${formatAmount(paid)}`
    case 'overpaid':
      return `You overpaid by ${formatMagnitude(balance)}`
    case 'no_dues':
      return "You don't owe anything"
  }
}

/** Where the money of the season comes from and where it goes. */
export function PoolSummary({ dues: { pool } }: { dues: Dues }) {
  const { owed, collected, outstanding, planned, paid_out: paidOut } = pool
  const leftOver = describeLeftOver(pool)
  return (
    <section className={`${ui.card} ${ui.stack8}`} aria-label="Pool">
      <dl className={styles.facts}>
        <Stat label="Pool" value={formatAmount(owed)} />
        <Stat label="Collected" value={formatAmount(collected)} />
        <Stat label="Still owed" value={formatAmount(outstanding)} />
        <Stat label="Prizes" value={planned === null ? '—' : formatAmount(planned)} />
        <Stat label="Paid out" value={formatAmount(paidOut)} />
      </dl>
      <p className={pool.left_over?.startsWith('-') === true ? ui.alert : ui.note} data-tone="warn">
        {leftOver ?? 'The total of the weekly prizes is known once the schedule is.'}
      </p>
    </section>
  )
}
