import { getErrorReason } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './sheet-refresh.module.css'
import { type SheetImport, useRefreshFromSheet } from './use-bet-mutations.ts'
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
          <p>{getErrorReason(refresh.error)}</p>
        </Notice>
      ) : null}
      {refresh.isSuccess ? <ImportResult answer={refresh.data} /> : null}
    </div>
  )
}

function ImportResult({ answer: { message, unchanged, kept, skipped } }: { answer: SheetImport }) {
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
            {groupNumbers(
              kept,
              ({ owner, season }) => `${owner}, ${season}`,
              ({ week }) => week,
            ).map(([whose, weeks]) => (
              <li key={whose}>
                {whose} <span className={styles['note']}>{weeks.map((week) => `W${week}`).join(', ')}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {skipped.length > 0 ? (
        <details className={styles['rows']} open>
          <summary>Skipped rows</summary>
          <ul>
            {groupNumbers(
              skipped,
              ({ reason }) => reason,
              ({ row }) => row,
            ).map(([reason, rows]) => (
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

/** What is said of many is said once: an owner's weeks, and the rows with which the same is wrong. */
function groupNumbers<Each>(
  all: readonly Each[],
  sayingOf: (each: Each) => string,
  numberOf: (each: Each) => number,
): [saying: string, numbers: number[]][] {
  const numbers = new Map<string, number[]>()
  for (const each of all) {
    const saying = sayingOf(each)
    numbers.set(saying, [...(numbers.get(saying) ?? []), numberOf(each)])
  }
  return [...numbers]
}
