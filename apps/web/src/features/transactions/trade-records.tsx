import type { CSSProperties, ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { formatCount } from '../../ui/format/count.ts'
import { formatPoints } from '../../ui/format/points.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import styles from './transactions.module.css'
import { formatNet, type Moves } from './use-transactions.ts'

type TradeRecord = Omit<Moves['trades'][number], 'team_id'> & { key: string; name: ReactNode }
type TradeNet = NonNullable<TradeRecord['best']>

export function TradeRecords({ label, records }: { label: string; records: readonly TradeRecord[] }) {
  const largest = Math.max(1, ...records.map(({ net }) => Math.abs(net)))
  return (
    <Stack as="ol" gap={0} isDivided aria-label={label}>
      {records.map(({ key, name, trades, won, even, lost, gained, given, net, best, worst }) => (
        <li key={key} className={styles.record}>
          <span className={ui.strong}>{name}</span>
          <span
            className={`${styles.movesViewNet} ${ui.toned}`}
            data-tone={net > 0 ? 'good' : net < 0 ? 'bad' : undefined}
          >
            {formatNet(net)}
          </span>
          <span
            className={styles.bar}
            data-tone={net < 0 ? 'bad' : 'good'}
            style={{ '--share': Math.abs(net) / largest } as CSSProperties}
            aria-hidden="true"
          />
          <Row as="p" wraps className={styles.detail}>
            {formatCount(trades, 'trade')}: {won} won{even === 0 ? '' : `, ${even} even`}, {lost} lost ·{' '}
            {formatPoints(gained)} gained, {formatPoints(given)} given
          </Row>
          <ul className={styles.extremes}>
            {best === null ? null : <Extreme label="Best" trade={best} />}
            {worst === null ? null : <Extreme label="Worst" trade={worst} />}
          </ul>
        </li>
      ))}
    </Stack>
  )
}

function Extreme({
  label,
  trade: { season, trade, week, net, with: others },
}: {
  label: string
  trade: TradeNet
}) {
  return (
    <li>
      {label}:{' '}
      <Link to={{ season, post: trade }}>
        {formatNet(net)} with {new Intl.ListFormat('en').format(others)}
      </Link>{' '}
      <span className={ui.note}>
        ({season}, {week === 0 ? 'before week 1' : `week ${week}`})
      </span>
    </li>
  )
}
