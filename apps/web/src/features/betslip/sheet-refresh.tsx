import { messageOf } from '../../api/call-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './sheet-refresh.module.css'
import { type SheetImport, useRefreshFromSheet } from './use-bet-acts.ts'
import type { BetWeek } from './use-bets.ts'

type Props = { league: string; week: BetWeek; hasSheet: boolean }

/** Reads the picks of all weeks from the league's sheet, and tells what became of each row. */
export function SheetRefresh({ league, week, hasSheet }: Props) {
  const refresh = useRefreshFromSheet(league, week)
  if (!hasSheet)
    return <p className={styles['note']}>This league names no Google sheet to read picks from.</p>
  return (
    <div className={styles['refresh']}>
      <div>
        <Button disabled={refresh.isPending} onClick={() => refresh.mutate()}>
          {refresh.isPending ? 'Reading the sheet…' : 'Refresh from Google'}
        </Button>
      </div>
      {refresh.isError ? (
        <Notice tone="bad">
          <strong>Failed to refresh from Google</strong>
          <p>{messageOf(refresh.error, 'Something went wrong.')}</p>
        </Notice>
      ) : null}
      {refresh.isSuccess ? <Outcome answer={refresh.data} /> : null}
    </div>
  )
}

function Outcome({ answer: { message, unchanged, kept, skipped } }: { answer: SheetImport }) {
  return (
    <>
      <Notice tone={skipped.length > 0 ? 'warn' : 'good'}>
        {message}
        {unchanged > 0 ? ` Already here: ${unchanged}.` : ''}
      </Notice>
      {kept.length > 0 ? (
        <details className={styles['rows']} open>
          <summary>Edited here, and kept</summary>
          <ul>
            {kept.map(({ owner, season, week }) => (
              <li key={`${owner} ${season} ${week}`}>
                {owner}, week {week} of {season}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {skipped.length > 0 ? (
        <details className={styles['rows']} open>
          <summary>Skipped rows</summary>
          <ul>
            {byReason(skipped).map(([reason, rows]) => (
              <li key={reason}>
                {reason}{' '}
                <span className={styles['note']}>
                  {rows.length === 1 ? 'Row' : 'Rows'} {rows.join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

/** The same thing is often wrong with many rows. */
function byReason(skipped: SheetImport['skipped']): [reason: string, rows: number[]][] {
  const rows = new Map<string, number[]>()
  for (const { row, reason } of skipped) rows.set(reason, [...(rows.get(reason) ?? []), row])
  return [...rows]
}
