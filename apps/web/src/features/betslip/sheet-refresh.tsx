import { pluralize } from '@fieldhouse/domain/pluralize'
import { getErrorReason } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './sheet-refresh.module.css'
import { type SheetImport, useRefreshFromSheet } from './use-bet-mutations.ts'
import type { BetWeek } from './use-bets.ts'

type Props = { league: string; week: BetWeek; hasSheet: boolean }

/** Imports the picks of all weeks from the league's sheet and shows kept picks and skipped rows. */
export function SheetRefresh({ league, week, hasSheet }: Props) {
  const refresh = useRefreshFromSheet(league, week)
  if (!hasSheet)
    return (
      <p className={styles['note']}>
        This league doesn't have a Google Sheet yet. Add one in the league settings.
      </p>
    )
  return (
    <div className={styles['refresh']}>
      <div>
        <Button disabled={refresh.isPending} onClick={() => refresh.mutate()}>
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
    </div>
  )
}

function ImportResult({ result: { message, unchanged, kept, skipped } }: { result: SheetImport }) {
  return (
    <>
      <Notice tone={skipped.length > 0 ? 'warn' : 'good'}>
        {message}
        {unchanged > 0 ? ` ${pluralize(unchanged, 'pick')} unchanged.` : ''}
      </Notice>
      {kept.length > 0 ? (
        <details className={styles['rows']} open>
          <summary>Edited picks kept</summary>
          <ul>
            {groupNumbers(
              kept,
              ({ owner, season }) => `${owner}, ${season}`,
              ({ week }) => week,
            ).map(([owner, weeks]) => (
              <li key={owner}>
                {owner} <span className={styles['note']}>{weeks.map((week) => `W${week}`).join(', ')}</span>
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

/** Groups numbers by label: the weeks of an owner, or the rows skipped for the same reason. */
function groupNumbers<Item>(
  items: readonly Item[],
  labelOf: (item: Item) => string,
  numberOf: (item: Item) => number,
): [label: string, numbers: number[]][] {
  const groups = new Map<string, number[]>()
  for (const item of items) {
    const label = labelOf(item)
    groups.set(label, [...(groups.get(label) ?? []), numberOf(item)])
  }
  return [...groups]
}
