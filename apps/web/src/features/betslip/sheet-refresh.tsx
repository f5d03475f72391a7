import { getErrorReason } from '../../api/api-error.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ConfirmButton } from '../../ui/overlays/confirm-button.tsx'
import ui from '../../ui/ui.module.css'
import styles from './betslip.module.css'
import { formatWeeks } from './format.ts'
import { type BetWeek, type SheetImport, useRefreshFromSheet } from './use-bets.ts'

type Props = { league: string; week: BetWeek; hasSheet: boolean }

/** Imports the picks of all weeks from the league's sheet and shows kept picks and skipped rows. */
export function SheetRefresh({ league, week, hasSheet }: Props) {
  const refresh = useRefreshFromSheet(league, week)
  if (!hasSheet)
    return (
      <p className={ui.note}>This league doesn't have a Google Sheet yet. Add one in the league settings.</p>
    )
  return (
    <div className={ui.stack12}>
      <div>
        <Button disabled={refresh.isPending} onClick={() => refresh.mutate({ includesLockedWeeks: false })}>
          {refresh.isPending ? 'Refreshing…' : 'Refresh from Google'}
        </Button>
      </div>
      {refresh.isError ? (
        <Notice tone="bad">
          <strong>Failed to refresh from Google</strong>
          <p>{getErrorReason(refresh.error)}</p>
        </Notice>
      ) : null}
      {refresh.isSuccess ? <ImportResult result={refresh.data} /> : null}
      {refresh.isSuccess && refresh.data.locked > 0 ? (
        <LockedWeeks
          count={refresh.data.locked}
          onConfirm={() => refresh.mutate({ includesLockedWeeks: true })}
        />
      ) : null}
    </div>
  )
}

/** Offers to import the picks of locked weeks, which a refresh leaves as they are. */
function LockedWeeks({ count, onConfirm }: { count: number; onConfirm: () => void }) {
  const picks = formatCount(count, 'pick')
  return (
    <div className={ui.stack12}>
      <p>
        {picks} of locked weeks {count === 1 ? 'differs' : 'differ'} from the sheet and stayed as{' '}
        {count === 1 ? 'it is' : 'they are'}.
      </p>
      <div>
        <ConfirmButton
          question="Import locked weeks too?"
          consequence={`This replaces ${picks} after the cutoff and clears the results. Everyone sees it in the pick history, and the audit log records it.`}
          confirmLabel="Import locked weeks"
          onConfirm={onConfirm}
        >
          Import locked weeks too
        </ConfirmButton>
      </div>
    </div>
  )
}

function ImportResult({ result: { message, unchanged, kept, skipped } }: { result: SheetImport }) {
  return (
    <>
      <Notice tone={skipped.length > 0 ? 'warn' : 'good'}>
        {message}
        {unchanged > 0 ? ` ${formatCount(unchanged, 'pick')} unchanged.` : ''}
      </Notice>
      <NumberGroups
        title="Edited picks kept"
        numbers={kept.map(({ owner, season, week }) => [`${owner}, ${season}`, week])}
        format={formatWeeks}
      />
      <NumberGroups
        title="Skipped rows"
        numbers={skipped.map(({ reason, row }) => [reason, row])}
        format={(rows) => `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}`}
      />
    </>
  )
}

type NumberGroupsProps = {
  title: string
  numbers: readonly (readonly [label: string, number: number])[]
  format: (numbers: readonly number[]) => string
}

/** Lists numbers by label: the weeks of an owner, or the rows skipped for the same reason. */
function NumberGroups({ title, numbers, format }: NumberGroupsProps) {
  const groups = new Map<string, number[]>()
  for (const [label, number] of numbers) groups.set(label, [...(groups.get(label) ?? []), number])
  if (groups.size === 0) return null
  return (
    <details className={ui.link} open>
      <summary>{title}</summary>
      <ul className={`${ui.stack8} ${styles.rows}`}>
        {[...groups].map(([label, group]) => (
          <li key={label}>
            {label} <span className={ui.note}>{format(group)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
