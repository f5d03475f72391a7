import { formatPoints } from '../../ui/format/points.ts'
import { formatGameWeek, formatPointMargin, formatScores, otherSide, sideName } from './game-format.ts'
import { useHistoryContext } from './history-context.ts'
import { RECORD_LABELS, RECORD_ORDER, type RecordName } from './record-labels.ts'
import { Section } from './section.tsx'
import styles from './stat-card.module.css'
import type { GameRecord, LeagueRecords as HistoryRecords, Season } from './use-history.ts'

type Props = { records: HistoryRecords; seasons: readonly Season[] }

/** Single-game records. Each opens its game. */
export function LeagueRecords({ records, seasons }: Props) {
  const excluded = seasons.filter((season) => season.records_excluded !== null)
  const note =
    excluded.length === 0
      ? {}
      : {
          note: `Excludes ${excluded.map(({ season, records_excluded: exclusion }) => `${season} (${exclusion?.reason})`).join(', ')}`,
        }
  return (
    <Section title="League Records (regular season)" {...note}>
      <ul className={styles['grid']}>
        {RECORD_ORDER.map((name) => (
          <li key={name}>
            <RecordCard name={name} record={records[name]} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RecordCard({ name, record }: { name: RecordName; record: GameRecord | null }) {
  const { openOverlay } = useHistoryContext()
  if (record === null) {
    return (
      <div className={styles['card']}>
        <span className={styles['label']}>{RECORD_LABELS[name]}</span>
        <span className={styles['number']}>—</span>
        <span className={styles['context']}>No eligible games yet</span>
      </div>
    )
  }
  const { season, game_id: game, side } = record
  return (
    <button
      type="button"
      className={styles['card']}
      onClick={() => openOverlay({ kind: 'game', season, game })}
    >
      <span className={styles['label']}>{RECORD_LABELS[name]}</span>
      <span className={styles['number']}>{recordValue(name, record)}</span>
      <span className={styles['name']}>
        {side === null
          ? `${sideName(record, 'home')} and ${sideName(record, 'away')}`
          : sideName(record, side)}
      </span>
      <span className={styles['context']}>{recordContext(record)}</span>
    </button>
  )
}

function recordValue(name: RecordName, { value }: GameRecord): string {
  return name === 'closest_win' || name === 'biggest_blowout' ? formatPointMargin(value) : formatPoints(value)
}

function recordContext(record: GameRecord): string {
  const { side } = record
  const week = formatGameWeek(record)
  if (side === null) return `${formatScores(record, 'home')} · ${week}`
  const scores = formatScores(record, side)
  const opponent = sideName(record, otherSide(side))
  if (record.result === 'tie') return `${scores} tie with ${opponent} · ${week}`
  if (record.result === side) return `${scores} win over ${opponent} · ${week}`
  return `${scores} loss to ${opponent} · ${week}`
}
