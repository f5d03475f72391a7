import { HOUR_MS } from '@fieldhouse/domain/duration'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getErrorReason, getNewerValues } from '../../../api/api-error.ts'
import { useNow } from '../../../api/server-clock.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import ui from '../../../ui/ui.module.css'
import { formatDateTimeInZone } from '../format.ts'
import { type Bets, betsKey, useSavePick } from '../use-bets.ts'
import { type EntryWindow, getEntryWindow } from './entry-window.ts'
import { PickForm } from './pick-form.tsx'

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
      <div className={ui.stack16}>
        <EntryWindowStatus entry={entry} now={now} bets={bets} timeZone={timeZone} />
        {entry.state === 'open' ? (
          <PickForm league={league} bets={bets} isAdmin={isAdmin} save={save} />
        ) : null}
        {save.isError && getNewerValues(save.error) === null ? (
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
        <Row wraps gap={3} align="baseline">
          <Countdown to={entry.closesAt} now={now} />
          <p className={ui.note}>
            Picks close {format(entry.closesAt)}
            {entry.closesAt < entry.locksAt
              ? `: 5 PM your time is before the league's cutoff, ${format(entry.locksAt)}.`
              : '.'}
          </p>
        </Row>
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

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** The time left until `to`, in days, hours, minutes, and seconds. */
function Countdown({ to, now }: { to: Date; now: Date }) {
  const left = Math.max(0, to.getTime() - now.getTime())
  const isSoon = left < HOUR_MS
  const parts = splitDuration(Math.ceil(left / 1000))
  return (
    <Row
      as="p"
      wraps
      gap={3}
      align="baseline"
      className={isSoon ? ui.toned : undefined}
      role="timer"
      aria-label="Time left"
      data-tone="warn"
    >
      {parts.map(({ unit, count }) => (
        <Text key={unit} isNumeric>
          <Text size="3xl" weight={700}>
            {count}
          </Text>{' '}
          <span className={isSoon ? undefined : ui.muted}>{unit}</span>{' '}
        </Text>
      ))}
    </Row>
  )
}

/** Splits a duration into units, omitting leading zero units. */
function splitDuration(seconds: number): { unit: string; count: number }[] {
  let remaining = seconds
  const parts = UNITS.map(([unit, size]) => {
    const count = Math.floor(remaining / size)
    remaining -= count * size
    return { unit, count }
  })
  const first = parts.findIndex(({ count }) => count > 0)
  return parts.slice(first === -1 ? -1 : first)
}
