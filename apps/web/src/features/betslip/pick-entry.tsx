import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getErrorReason } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Countdown } from './countdown.tsx'
import { type EntryWindow, getEntryWindow } from './entry-window.ts'
import { formatDateTimeInZone } from './format.ts'
import styles from './pick-entry.module.css'
import { PickForm } from './pick-form.tsx'
import { useSavePick } from './use-bet-mutations.ts'
import { type Bets, betsKey } from './use-bets.ts'
import { useServerNow } from './use-server-now.ts'

type Props = { league: string; bets: Bets; isAdmin: boolean; timeZone: string }

/** Where a week's picks are entered until the cut-off, and the time that is left. */
export function PickEntry({ league, bets, isAdmin, timeZone }: Props) {
  const now = useServerNow(bets)
  const entry = getEntryWindow(bets, now, timeZone)
  const save = useSavePick(league, bets)
  useRefetchAtLock(league, bets, entry)
  return (
    <Card title={`Week ${bets.week} pick`}>
      <div className={styles['entry']}>
        <EntryWindowStatus entry={entry} now={now} bets={bets} timeZone={timeZone} />
        {entry.state === 'open' ? <PickForm bets={bets} isAdmin={isAdmin} save={save} /> : null}
        {save.isError ? (
          <Notice tone="bad">
            <strong>Failed to save pick</strong>
            <p>{getErrorReason(save.error)}</p>
          </Notice>
        ) : null}
        {save.isSuccess ? <Notice tone="good">{save.data.message}</Notice> : null}
      </div>
    </Card>
  )
}

/** Reads the week again at the moment that it locks: what was hidden may be seen now. */
function useRefetchAtLock(league: string, { locked }: Bets, { state }: EntryWindow): void {
  const client = useQueryClient()
  const isNews = state === 'locked' && !locked
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: betsKey(league) })
  }, [client, league, isNews])
}

type EntryWindowStatusProps = { entry: EntryWindow; now: Date; bets: Bets; timeZone: string }

function EntryWindowStatus({ entry, now, bets, timeZone }: EntryWindowStatusProps) {
  const said = (moment: Date) => formatDateTimeInZone(moment, timeZone, now)
  switch (entry.state) {
    case 'open':
      return (
        <div className={styles['time']}>
          <Countdown to={entry.closesAt} now={now} />
          <p className={styles['note']}>
            left until {said(entry.closesAt)}.
            {entry.closesAt < entry.locksAt
              ? ` That is 5 PM of your own Saturday; the week locks ${said(entry.locksAt)}.`
              : ''}
          </p>
        </div>
      )
    case 'closed':
      return (
        <Notice tone="warn">
          Entry closed here {said(entry.closedAt)}, at 5 PM of your own Saturday. The week locks{' '}
          {said(entry.locksAt)}.
        </Notice>
      )
    case 'locked':
      return (
        <Notice tone="info">
          Locked since {said(entry.lockedAt)}. Picks of week {bets.week} can no longer be changed.
        </Notice>
      )
    case 'early':
      return <Notice tone="info">The season {bets.season} has not begun. Picks open with it.</Notice>
  }
}
