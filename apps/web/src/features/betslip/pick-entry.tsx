import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getErrorReason } from '../../api/api-error.ts'
import { useNow } from '../../api/server-clock.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Countdown } from './countdown.tsx'
import { type EntryWindow, getEntryWindow } from './entry-window.ts'
import { formatDateTimeInZone } from './format.ts'
import styles from './pick-entry.module.css'
import { PickForm } from './pick-form.tsx'
import { useSavePick } from './use-bet-mutations.ts'
import { type Bets, betsKey } from './use-bets.ts'

const SECOND_MS = 1000

type Props = { league: string; bets: Bets; isAdmin: boolean; timeZone: string }

/** The form for a week's picks, with the time left until the cutoff. */
export function PickEntry({ league, bets, isAdmin, timeZone }: Props) {
  const now = useNow(SECOND_MS)
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

/** Refetches the week when it locks, because hidden picks become visible. */
function useRefetchAtLock(league: string, { locked }: Bets, { state }: EntryWindow): void {
  const client = useQueryClient()
  const hasJustLocked = state === 'locked' && !locked
  useEffect(() => {
    if (hasJustLocked) void client.invalidateQueries({ queryKey: betsKey(league) })
  }, [client, league, hasJustLocked])
}

type EntryWindowStatusProps = { entry: EntryWindow; now: Date; bets: Bets; timeZone: string }

function EntryWindowStatus({ entry, now, bets, timeZone }: EntryWindowStatusProps) {
  const format = (date: Date) => formatDateTimeInZone(date, timeZone, now)
  switch (entry.state) {
    case 'open':
      return (
        <div className={styles['time']}>
          <Countdown to={entry.closesAt} now={now} />
          <p className={styles['note']}>
            left until {format(entry.closesAt)}.
            {entry.closesAt < entry.locksAt
              ? ` Closes at 5 PM your time. The league's picks lock ${format(entry.locksAt)}.`
              : ''}
          </p>
        </div>
      )
    case 'closed':
      return (
        <Notice tone="warn">
          Entry closed at 5 PM your time ({format(entry.closedAt)}). The league's picks lock{' '}
          {format(entry.locksAt)}.
        </Notice>
      )
    case 'locked':
      return <Notice tone="info">Picks locked {format(entry.lockedAt)}.</Notice>
    case 'early':
      return (
        <Notice tone="info">The {bets.season} season hasn't started yet. Picks open when it does.</Notice>
      )
  }
}
